// SPDX-License-Identifier: Apache-2.0
// What changes something: a preview, a reason, one key for the click however often it is sent, and what became of it.

import { html, useEffect, useRef, useState } from './preact.js';
import { get, getTagged, keyPath, newKey, send } from './api.js';
import { count, meaning, t, told } from './words.js';
import { Instance, Since, Status } from './parts.js';

const WAIT = '8s';

/**
 * A dialog that asks for a reason and then sends.
 * unexplained: no reason is asked for. standing: how it stands, told when somebody else was faster; stale(): reads it anew; again: whether it can still be asked for.
 * submit(reason, key): answers {status, body} or throws a Problem. ready: whether the rest of the form allows it.
 */
export function Act({ title, danger, confirm, ready = true, submit, done, close, reasonHint, unexplained, standing, stale, again, children }) {
  const dialog = useRef(null);
  const key = useRef(newKey());
  const [reason, setReason] = useState('');
  const [state, setState] = useState({ name: 'asking' });
  useEffect(() => {
    const element = dialog.current;
    element.showModal();
    return () => element.open && element.close();
  }, []);
  const sending = state.name === 'sending';
  const send = async (event) => {
    event.preventDefault();
    setState({ name: 'sending' });
    try {
      const answer = await submit(reason.trim(), key.current);
      setState({ name: 'done', answer });
      if (done) done(answer);
    } catch (error) {
      // A refusal is an answer; only what may not have arrived is sent again under the same key.
      if (error.status && error.status !== 503) key.current = newKey();
      if (error.status === 412 && stale) stale();
      setState({ name: error.status === 412 ? 'stale' : 'refused', error });
    }
  };
  return html`<dialog ref=${dialog} aria-label=${title} onClose=${close} onCancel=${(event) => sending && event.preventDefault()}>
    <form onSubmit=${send}>
      <h2>${title}</h2>
      ${state.name === 'done'
        ? html`<${Outcome} answer=${state.answer} /><div class="buttons"><button type="button" class="main" autofocus onClick=${() => dialog.current.close()}>${t('close')}</button></div>`
        : html`
          ${children}
          ${!unexplained && html`<label>${t('reason')}
            <textarea required maxlength="2048" rows="2" value=${reason} placeholder=${reasonHint || t('reason.hint')} onInput=${(event) => setReason(event.target.value)}></textarea>
          </label>`}
          ${state.name === 'refused' && html`<p class="refused" role="alert"><b>${state.error.status === 409 ? t('act.refused') : t('act.failed')}</b> ${told(state.error.statements, state.error.message) || t('error.unreachable')} ${state.error.fix && html`<span class="soft">${state.error.fix}</span>`}</p>`}
          ${state.name === 'stale' && html`<div class="refused stale-act" role="alert"><p><b>${t('act.stale')}</b> ${t(again ? 'act.stale.again' : 'act.stale.look')}</p>${standing}</div>`}
          <div class="buttons">
            <button type="button" class=${state.name === 'stale' && !again ? 'main' : ''} onClick=${() => dialog.current.close()} disabled=${sending}>${t(state.name === 'stale' && !again ? 'close' : 'cancel')}</button>
            ${state.name === 'stale' && !again ? '' : html`<button type="submit" class="main ${danger ? 'danger' : ''}" disabled=${sending || !ready || !(unexplained || reason.trim())}>${sending ? t('sending') : confirm}</button>`}
          </div>`}
    </form>
  </dialog>`;
}

function Outcome({ answer }) {
  const body = answer.body || {};
  if (answer.status === 200 && body.reason) {
    return html`<p class="decided" role="status"><b>${t('act.decided')}</b> ${meaning(body.reason, body.meaning)} ${body.detail && html`<span class="soft">${told(body.statements, body.detail)}</span>`}</p>`;
  }
  return html`<p class="decided" role="status"><b>${t('act.taken')}</b> ${t('act.taken.more')}</p>`;
}

/** The instance as the person sees it while deciding, with the tag of that state. */
function useSeen(instance) {
  const [seen, setSeen] = useState({ detail: null, tag: undefined, looks: 0 });
  const look = () => getTagged(`instances/${keyPath(instance)}`).then(({ body, tag }) => setSeen((before) => ({ detail: body, tag, looks: before.looks + 1 })), () => setSeen({ detail: null, tag: undefined, looks: 0 }));
  useEffect(() => {
    look();
  }, [instance]);
  return { ...seen, look };
}

/** How the instance stands now. */
function Standing({ detail }) {
  if (!detail) return html`<p class="note">${t('loading')}</p>`;
  return html`<p class="standing"><${Status} status=${detail.status} /> <span class="soft"><${Since} at=${detail.updatedAt} /></span> ${detail.reason && meaning(detail.reason, detail.meaning)}</p>`;
}

/** What a rerun would do to the instance and to what reads from it, by the rules that decide. */
function Plan({ instance, force, accept, downstream, onPlan }) {
  const [state, setState] = useState({ plan: null, error: null });
  useEffect(() => {
    let gone = false;
    setState({ plan: null, error: null });
    onPlan(null);
    get(`instances/${keyPath(instance)}/downstream`, { force, acceptNotIdempotent: accept })
      .then((plan) => {
        if (gone) return;
        setState({ plan, error: null });
        onPlan(plan);
      })
      .catch((error) => !gone && setState({ plan: null, error }));
    return () => {
      gone = true;
    };
  }, [instance, force, accept]);
  if (state.error) return html`<p class="refused" role="alert">${state.error.message}</p>`;
  if (!state.plan) return html`<p class="note">${t('plan.asking')}</p>`;
  const { root, downstream: readers } = state.plan;
  return html`<div class="plan">
    <p class=${`prospect ${root.prospect}`}><b>${t(`prospect.${root.prospect}`)}</b> ${root.reason && meaning(root.reason, behindFirst(root.meaning))}</p>
    ${readers.length > 0 && html`<p class="soft">${count(downstream ? 'plan.readers.rerun' : 'plan.readers', readers.length)}${state.plan.truncated ? '+' : ''}</p>
      <ul>${readers.slice(0, 8).map((entry) => html`<li key=${entry.instance}><${Instance} of=${entry.instance} />${downstream && html` <span class="soft">${t(`prospect.${entry.prospect}`)}</span>`}</li>`)}
      ${readers.length > 8 && html`<li class="soft">${count('and.more', readers.length - 8)}</li>`}</ul>`}
  </div>`;
}

/** The rule without the forecast before it, which is said in the language of the page. */
const behindFirst = (sentences) => sentences.replace(/^[^.]*\. /, '');

/** Rerun an instance: the forecast first, and only what the caller may ask for. */
export function Rerun({ instance, may, close }) {
  const [options, setOptions] = useState({ force: false, accept: false, downstream: false });
  const [plan, setPlan] = useState(null);
  const set = (name) => (event) => setOptions({ ...options, [name]: event.target.checked });
  const prospect = plan && plan.root.prospect;
  const seen = useSeen(instance);
  const submit = (reason, key) => send('POST', `instances/${keyPath(instance)}/rerun`, {
    params: { wait: WAIT },
    key,
    revision: seen.tag,
    body: { reason, force: options.force, acceptNotIdempotent: options.accept, withDownstream: options.downstream },
  });
  return html`<${Act} title=${t('rerun.title')} confirm=${t('rerun.confirm')} danger=${options.accept} ready=${plan && seen.tag && prospect !== 'REFUSED'} standing=${html`<${Standing} detail=${seen.detail} />`} stale=${seen.look} again submit=${submit} close=${close}>
    <p><${Instance} of=${instance} /></p>
    <${Plan} instance=${instance} force=${options.force} accept=${options.accept} downstream=${options.downstream} onPlan=${setPlan} />
    <fieldset>
      <label class="check"><input type="checkbox" checked=${options.force} onChange=${set('force')} /> ${t('rerun.force')}</label>
      <label class="check"><input type="checkbox" checked=${options.downstream} onChange=${set('downstream')} /> ${t('rerun.downstream')}</label>
      <label class="check"><input type="checkbox" disabled=${!may('APPROVER')} checked=${options.accept} onChange=${set('accept')} /> ${t('rerun.accept')}</label>
    </fieldset>
  <//>`;
}

const ACK_LENGTHS = ['30m', '1h', '2h', '4h', '8h', '24h'];

/** Take an alert for a while, or give it back. */
export function Take({ alert, now, reload, back, close }) {
  const [lasts, setLasts] = useState('4h');
  const revision = `${alert.revision}${alert.acknowledgement ? `/${alert.acknowledgement.ackedAt}` : ''}`;
  const submit = (reason, key) => (back
    ? send('DELETE', 'alerts/ack', { params: { alertKey: alert.alertKey, reason }, key, revision })
    : send('POST', 'alerts/ack', { key, revision, body: { alertKey: alert.alertKey, lasts, reason } }));
  return html`<${Act} title=${t(back ? 'ack.back.title' : 'ack.title')} confirm=${t(back ? 'ack.back.confirm' : 'ack.confirm')} submit=${submit} close=${close} stale=${reload} standing=${html`<p>${now && now.acknowledgement ? t('taken.by', { name: now.acknowledgement.actor }) : now ? html`<${Since} at=${now.startsAt} />` : t('alert.elsewhere')}</p>`} reasonHint=${t(back ? 'reason.hint' : 'ack.hint')}>
    <p><${Instance} of=${alert.instance} /></p><p>${meaning(alert.kind, alert.meaning)}</p>
    ${!back && html`<label>${t('ack.lasts')}<select value=${lasts} onChange=${(event) => setLasts(event.target.value)}>${ACK_LENGTHS.map((each) => html`<option value=${each}>${t(`lasts.${each}`)}</option>`)}</select></label>`}
    <p class="soft">${t(back ? 'ack.back.effect' : 'ack.effect')}</p>
  <//>`;
}

/** Approve or reject a proposal. */
export function Answer({ proposal, approve, close }) {
  const seen = useSeen(proposal.instance);
  const { detail } = seen;
  const open = detail && detail.status === 'AWAITING_APPROVAL' && detail.rerunId === proposal.rerunId;
  const submit = (reason, key) => send('POST', `instances/${keyPath(proposal.instance)}/${approve ? 'approve' : 'reject'}`, {
    params: { wait: WAIT },
    key,
    revision: seen.tag,
    body: { rerunId: proposal.rerunId, reason },
  });
  const [plan, setPlan] = useState(null);
  return html`<${Act} title=${t(approve ? 'approve.title' : 'reject.title')} confirm=${t(approve ? 'approve.confirm' : 'reject.confirm')} danger=${!approve} ready=${open && (!approve || plan !== null)} standing=${html`<${Standing} detail=${detail} />`} stale=${seen.look} again=${open} submit=${submit} close=${close}
    reasonHint=${t(approve ? 'approve.hint' : 'reject.hint')}>
    <p><${Instance} of=${proposal.instance} /></p>
    ${proposal.evidence && html`<pre class="output">${proposal.evidence.message}</pre>`}
    ${detail && !open && seen.looks === 1 ? html`<div class="refused stale-act" role="alert"><p><b>${t('act.stale')}</b></p><${Standing} detail=${detail} /></div>` : approve ? html`<p>${t('approve.effect')}</p><${Plan} instance=${proposal.instance} force=${false} accept=${true} downstream=${false} onPlan=${setPlan} />` : html`<p>${t('reject.effect')}</p>`}
  <//>`;
}
