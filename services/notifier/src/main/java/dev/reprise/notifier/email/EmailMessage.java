// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.email;

import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.nio.charset.StandardCharsets;
import java.util.Date;
import java.util.List;

import dev.reprise.notifier.channel.Delivery;
import dev.reprise.notifier.channel.DeliveryId;
import dev.reprise.notifier.message.Language;

/**
 * A mail with a Message-ID of our own: the same delivery has the same one at every try. All pages from
 * the first to the one that says it is over refer to a root that was never sent, so that mail programs show them as one thread.
 */
final class EmailMessage extends MimeMessage {
    private final String messageId;

    private EmailMessage(Session session, String messageId) {
        super(session);
        this.messageId = messageId;
    }

    /**
     * Writes the mail.
     *
     * @param from the sender; its domain stands in the ids
     * @param to the recipients, at least one
     * @param language of what they did not write themselves
     */
    static EmailMessage write(Session session, Delivery delivery, String from, List<String> to,
            Language language)
            throws MessagingException {
        String domain = from.substring(from.indexOf('@') + 1);
        EmailMessage message = new EmailMessage(session, "<" + delivery.id() + "@" + domain + ">");
        String root = "<" + DeliveryId.ofThread(delivery.page()) + "@"
                + domain + ">";
        message.setFrom(new InternetAddress(from, true));
        for (String recipient : to) {
            message.addRecipient(Message.RecipientType.TO, new InternetAddress(recipient, true));
        }
        MailText text = MailText.of(delivery, language);
        message.setHeader("Content-Language", language.text());
        message.setSubject(withoutControls(text.subject()), StandardCharsets.UTF_8.name());
        message.setSentDate(Date.from(delivery.at()));
        message.setHeader("References", root);
        message.setHeader("In-Reply-To", root);
        // RFC 3834: no holiday replies, please.
        message.setHeader("Auto-Submitted", "auto-generated");
        message.setContent(alternatives(text));
        message.saveChanges();
        return message;
    }

    private static MimeMultipart alternatives(MailText text) throws MessagingException {
        MimeBodyPart plain = new MimeBodyPart();
        plain.setText(text.plain(), StandardCharsets.UTF_8.name(), "plain");
        MimeBodyPart html = new MimeBodyPart();
        html.setText(text.html(), StandardCharsets.UTF_8.name(), "html");
        return new MimeMultipart("alternative", plain, html);
    }

    private static String withoutControls(String line) {
        return line.replaceAll("\\p{Cntrl}", " ");
    }

    @Override
    protected void updateMessageID() throws MessagingException {
        setHeader("Message-ID", messageId);
    }
}
