// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.email;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.reprise.notifier.channel.AttemptResult;
import dev.reprise.notifier.channel.AttemptResult.Delivered;
import dev.reprise.notifier.channel.AttemptResult.Failed;
import dev.reprise.notifier.channel.AttemptResult.Refused;
import dev.reprise.notifier.channel.Delivery;
import dev.reprise.notifier.channel.DeliveryId;
import dev.reprise.notifier.fixture.Alerts;
import dev.reprise.notifier.fixture.Deliveries;
import dev.reprise.notifier.fixture.Pages;
import dev.reprise.notifier.fixture.Receivers;
import dev.reprise.notifier.message.Language;
import dev.reprise.notifier.receiver.EmailSpec;
import dev.reprise.notifier.receiver.SmtpServer;
import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.job.DefinitionFinding;
import dev.reprise.schemas.notification.Told;

class EmailChannelTest {
    private GreenMail server;

    @BeforeEach
    void startServer() {
        server = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
        server.start();
    }

    @AfterEach
    void stopServer() {
        server.stop();
    }

    private EmailSpec spec(String... to) {
        return new EmailSpec("mail",
                new SmtpServer("127.0.0.1", server.getSmtp().getPort(), SmtpServer.Security.NONE, Optional.empty(),
                        Optional.empty(), Duration.ofSeconds(20)),
                "reprise@example.com", List.of(to), Receivers.FAST, List.of());
    }

    private static AttemptResult deliver(EmailSpec spec, Alert alert) throws InterruptedException {
        try (EmailChannel channel = new EmailChannel(spec)) {
            return channel.deliver(Deliveries.of(alert));
        }
    }

    @Test
    void shouldThreadFiringAndResolved() throws InterruptedException, MessagingException {
        Alerts alert = Alerts.anAlert();
        assertThat(deliver(spec("owner"), alert.firing(1))).isEqualTo(new Delivered(Optional.empty()));
        assertThat(deliver(spec("owner"), alert.resolved(2))).isInstanceOf(Delivered.class);

        MimeMessage[] mails = server.getReceivedMessages();
        assertThat(mails).hasSize(2);
        String root = "<" + DeliveryId.ofThread(Pages.of(alert.firing(1))) + "@example.com>";
        for (MimeMessage mail : mails) {
            assertThat(mail.getHeader("References")).containsExactly(root);
            assertThat(mail.getHeader("In-Reply-To")).containsExactly(root);
            assertThat(mail.getHeader("Auto-Submitted")).containsExactly("auto-generated");
            assertThat(mail.getAllRecipients()).extracting(Object::toString).containsExactly("billing@example.com");
        }
        assertThat(mails[0].getMessageID()).isEqualTo("<" + DeliveryId.of(Pages.of(alert.firing(1))) + "@example.com>");
        assertThat(mails[1].getMessageID()).isNotEqualTo(mails[0].getMessageID());
        assertThat(mails[0].getSubject())
                .isEqualTo("[FIRING] send_invoices ds=2026-11-28 not rerun: not idempotent");
        assertThat(mails[1].getSubject()).startsWith("[RESOLVED] send_invoices");
    }

    @Test
    void shouldSpeakChineseInSubjectTextAndHtml() throws InterruptedException, MessagingException, IOException {
        EmailSpec english = spec("ops@example.com");
        EmailSpec spec = new EmailSpec(english.name(), english.smtp(), english.from(), english.to(), Language.ZH,
                english.pace(), english.match());
        deliver(spec, Alerts.anAlert().proposing().firing(1));
        deliver(spec, Alerts.anAlert().resolved(2));

        MimeMessage[] mails = server.getReceivedMessages();
        assertThat(mails[0].getHeader("Subject")[0]).as("RFC 2047 on the wire").startsWith("=?UTF-8?")
                .doesNotContain("重跑");
        assertThat(mails[0].getSubject()).isEqualTo("[告警] send_invoices ds=2026-11-28 重跑待审批");
        assertThat(mails[1].getSubject()).isEqualTo("[已恢复] send_invoices ds=2026-11-28 未重跑：作业非幂等");
        assertThat(mails[0].getHeader("Content-Language")).containsExactly("zh");
        MimeMultipart parts = (MimeMultipart) mails[0].getContent();
        for (int part = 0; part < 2; part++) {
            assertThat(parts.getBodyPart(part).getContentType()).containsIgnoringCase("charset=utf-8");
            assertThat((String) parts.getBodyPart(part).getContent()).contains("发生了什么", "决定的依据", "证据", "退出码：137",
                    "Reprise 做了什么", "Reprise 暂缓重跑", "建议的重跑为", "您可以做什么", "请批准或驳回该重跑。", "reprise approve ",
                    "为何通知您", "您是接收者 hook；订阅 hook，匹配 owner=").doesNotContain("What happened")
                    .doesNotContain("Why you got this");
        }
        assertThat((String) ((MimeMultipart) mails[1].getContent()).getBodyPart(0).getContent()).contains("为何已结束",
                "持续时间：");
    }

    @Test
    void shouldKeepUtf8InTextAndHtmlAndEscapeWhatCameFromOutside()
            throws InterruptedException, MessagingException, IOException {
        deliver(spec("ops@example.com"), Alerts.about("Rechnungen_für_杭州").firing(1));

        MimeMessage mail = server.getReceivedMessages()[0];
        assertThat(mail.getSubject()).contains("Rechnungen_für_杭州");
        MimeMultipart parts = (MimeMultipart) mail.getContent();
        assertThat(parts.getContentType()).startsWith("multipart/alternative");
        String text = (String) parts.getBodyPart(0).getContent();
        String html = (String) parts.getBodyPart(1).getContent();
        assertThat(parts.getBodyPart(0).getContentType()).containsIgnoringCase("text/plain");
        assertThat(parts.getBodyPart(1).getContentType()).containsIgnoringCase("text/html");
        assertThat(text).contains("Grüße aus 杭州").contains("line 2 <b>bold</b>")
                .contains("The job is not idempotent: repeating it may corrupt data.")
                .contains("Reprise has not rerun the job.").contains("exit code: 137")
                .contains("receiver hook, by subscription hook, which matches owner=\"billing\"")
                .contains("reprise instances explain 'warehouse/Rechnungen_für_杭州' ds=2026-11-28");
        assertThat(html).contains("Grüße aus 杭州").contains("line 2 &lt;b&gt;bold&lt;/b&gt;")
                .contains("Out of memory &lt;heap&gt; &amp; more").doesNotContain("<b>");
    }

    @Test
    void shouldShowTheLineOfTheDefinitionThatDecides() throws InterruptedException, MessagingException, IOException {
        Alerts alert = Alerts.anAlert().findings(new DefinitionFinding("RR101", "sql/invoices.sql:7",
                Optional.of("INSERT INTO invoices SELECT * FROM open WHERE total > 0;"), "rows are appended",
                Optional.of("INSERT OVERWRITE the partition")));
        deliver(spec("ops@example.com"), alert.firing(1));
        deliver(spec("ops@example.com"), alert.resolved(2));

        MimeMultipart parts = (MimeMultipart) server.getReceivedMessages()[0].getContent();
        MimeMultipart over = (MimeMultipart) server.getReceivedMessages()[1].getContent();
        assertThat(((String) parts.getBodyPart(0).getContent()).replace("\r\n", "\n"))
                .contains("What decides in the job's definition\n  sql/invoices.sql:7  RR101  rows are appended\n"
                        + "    INSERT INTO invoices SELECT * FROM open WHERE total > 0;\n"
                        + "    instead: INSERT OVERWRITE the partition\n");
        assertThat((String) parts.getBodyPart(1).getContent()).contains("WHERE total &gt; 0;");
        assertThat((String) over.getBodyPart(0).getContent()).doesNotContain("sql/invoices.sql:7");
    }

    @Test
    void shouldSayHowToApprove() throws InterruptedException, MessagingException, IOException {
        Alerts alert = Alerts.anAlert().proposing();
        deliver(spec("ops@example.com"), alert.firing(1));

        MimeMultipart parts = (MimeMultipart) server.getReceivedMessages()[0].getContent();
        assertThat((String) parts.getBodyPart(0).getContent())
                .contains("reprise approve warehouse/send_invoices ds=2026-11-28 --rerun-id "
                        + alert.proposal().orElseThrow().value())
                .contains("it can be approved until");
    }

    @Test
    void shouldRefuseWhereNobodyWouldGetIt() throws InterruptedException {
        assertThat(deliver(spec("owner"), Alerts.anAlert().owner(Optional.empty()).firing(1)))
                .isInstanceOf(Refused.class);
        assertThat(server.getReceivedMessages()).isEmpty();
    }

    @Test
    void shouldTryAgainWhereThereIsNoServer() throws InterruptedException {
        EmailSpec spec = spec("ops@example.com");
        server.stop();

        assertThat(deliver(spec, Alerts.anAlert().firing(1)))
                .isEqualTo(new Failed("no connection to the mail server", Optional.empty(), false));
    }

    @Test
    void shouldRepeatUnderTheSameMessageId() throws InterruptedException, MessagingException {
        deliver(spec("ops@example.com"), Alerts.anAlert().firing(1));
        deliver(spec("ops@example.com"), Alerts.anAlert().firing(1));

        MimeMessage[] mails = server.getReceivedMessages();
        assertThat(mails[0].getMessageID()).isEqualTo(mails[1].getMessageID());
    }

    @Test
    void shouldTellRefusalForGoodFromRefusalForNow() throws InterruptedException, IOException {
        try (ScriptedSmtp refusing = new ScriptedSmtp("550 no such user")) {
            assertThat(deliver(refusing.spec("ops@example.com"), Alerts.anAlert().firing(1)))
                    .isEqualTo(new Refused("the mail server answered 550"));
        }
        try (ScriptedSmtp busy = new ScriptedSmtp("451 try later")) {
            assertThat(deliver(busy.spec("ops@example.com"), Alerts.anAlert().firing(1)))
                    .isEqualTo(new Failed("the mail server answered 451", Optional.empty(), false));
        }
    }

    @Test
    void shouldNoteWhomItDidNotReach() throws InterruptedException, IOException {
        try (ScriptedSmtp choosy = new ScriptedSmtp("250 ok", "550 no such user")) {
            assertThat(deliver(choosy.spec("a@example.com", "b@example.com"), Alerts.anAlert().firing(1)))
                    .isEqualTo(new Delivered(Optional.of("not taken for 1 of 2 recipients")));
        }
    }

    @Test
    void shouldSendNothingInTheClearWhereProtectionIsAskedFor() throws InterruptedException {
        EmailSpec spec = new EmailSpec("mail",
                new SmtpServer("127.0.0.1", server.getSmtp().getPort(), SmtpServer.Security.STARTTLS, Optional.empty(),
                        Optional.empty(), Duration.ofSeconds(20)),
                "reprise@example.com", List.of("ops@example.com"), Receivers.FAST, List.of());

        assertThat(deliver(spec, Alerts.anAlert().firing(1))).isInstanceOf(Failed.class);
        assertThat(server.getReceivedMessages()).isEmpty();
    }

    /** A server that greets and then answers one RCPT after the other as told, the last answer for the rest. */
    private static final class ScriptedSmtp implements AutoCloseable {
        private final ServerSocket socket = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"));

        private ScriptedSmtp(String... recipientAnswers) throws IOException {
            Thread unused = Thread.ofVirtual().start(() -> serve(new ArrayDeque<>(List.of(recipientAnswers))));
        }

        private EmailSpec spec(String... to) {
            return new EmailSpec("mail",
                    new SmtpServer("127.0.0.1", socket.getLocalPort(), SmtpServer.Security.NONE, Optional.empty(),
                            Optional.empty(), Duration.ofSeconds(20)),
                    "reprise@example.com", List.of(to), Receivers.FAST, List.of());
        }

        private void serve(Deque<String> recipientAnswers) {
            try (Socket client = socket.accept();
                    BufferedReader in = new BufferedReader(new InputStreamReader(
                            client.getInputStream(), StandardCharsets.US_ASCII))) {
                OutputStream out = client.getOutputStream();
                say(out, "220 ready");
                boolean body = false;
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    if (body && !line.equals(".")) {
                        continue;
                    }
                    body = line.equals("DATA");
                    say(out, answer(line, recipientAnswers));
                }
            } catch (IOException _) {
                // the client went away
            }
        }

        private static String answer(String line, Deque<String> recipientAnswers) {
            if (line.startsWith("RCPT")) {
                return recipientAnswers.size() > 1 ? recipientAnswers.removeFirst() : recipientAnswers.getFirst();
            }
            return line.equals("DATA") ? "354 go on" : line.startsWith("QUIT") ? "221 bye" : "250 ok";
        }

        private static void say(OutputStream out, String line) throws IOException {
            out.write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
            out.flush();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
