// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.email;

import jakarta.mail.Address;
import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.MessagingException;
import jakarta.mail.SendFailedException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;
import org.eclipse.angus.mail.smtp.SMTPSenderFailedException;
import org.eclipse.angus.mail.util.MailConnectException;

import dev.reprise.notifier.channel.AttemptResult;
import dev.reprise.notifier.channel.AttemptResult.Delivered;
import dev.reprise.notifier.channel.AttemptResult.Failed;
import dev.reprise.notifier.channel.AttemptResult.Refused;
import dev.reprise.notifier.channel.Channel;
import dev.reprise.notifier.channel.Delivery;
import dev.reprise.notifier.receiver.EmailSpec;
import dev.reprise.notifier.receiver.SmtpServer;
import dev.reprise.runtime.config.Secret;
import dev.reprise.schemas.job.Owner;

/**
 * Sends one mail per delivery over a connection of its own. A mail that reaches some of its recipients counts as sent,
 * with a note of how many it did not reach; trying again would tell the others twice.
 *
 * <p>At least once: when the server's answer is lost, the same mail is sent again with the same Message-ID.
 */
public final class EmailChannel implements Channel {
    private final EmailSpec spec;
    private final Session session;

    /** Opens nothing yet. */
    public EmailChannel(EmailSpec spec) {
        this.spec = spec;
        this.session = Session.getInstance(properties(spec.smtp()));
    }

    @Override
    public AttemptResult deliver(Delivery delivery) throws InterruptedException {
        List<String> recipients = recipients(delivery);
        if (recipients.isEmpty()) {
            return new Refused("the job's owner has no e-mail address: give one in the registry, or list one in to");
        }
        SmtpServer smtp = spec.smtp();
        boolean connected = false;
        boolean sent = false;
        try (Transport transport = session.getTransport("smtp")) {
            EmailMessage message = EmailMessage.write(session, delivery, spec.from(), recipients, spec.language());
            transport.connect(smtp.host(), smtp.port(), smtp.username().orElse(null),
                    smtp.password().map(Secret::reveal).orElse(null));
            connected = true;
            transport.sendMessage(message, message.getAllRecipients());
            sent = true;
            return new Delivered(Optional.empty());
        } catch (MessagingException e) {
            if (sent) {
                return new Delivered(Optional.empty()); // only the farewell failed
            }
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while sending mail");
            }
            return judge(e, connected);
        }
    }

    private List<String> recipients(Delivery delivery) {
        Set<String> recipients = new LinkedHashSet<>();
        for (String recipient : spec.to()) {
            if (recipient.equals(EmailSpec.OWNER)) {
                delivery.page().items().forEach(
                        item -> recipients.addAll(item.content().owner().map(Owner::emails).orElse(List.of())));
            } else {
                recipients.add(recipient);
            }
        }
        return new ArrayList<>(recipients);
    }

    private static AttemptResult judge(MessagingException fault, boolean connected) {
        if (fault instanceof SendFailedException failed) {
            return judge(failed);
        }
        // The server's own words may repeat what was sent to it: only the kind of fault is told.
        return switch (fault) {
            case AuthenticationFailedException _ -> failed("the mail server refused the login", false);
            case MailConnectException _ -> failed("no connection to the mail server", false);
            default -> failed(connected
                    ? "the connection to the mail server broke"
                    : "the mail server could not be spoken to: " + fault.getClass().getSimpleName(), connected);
        };
    }

    private static AttemptResult judge(SendFailedException fault) {
        int sent = count(fault.getValidSentAddresses());
        int refused = count(fault.getInvalidAddresses()) + count(fault.getValidUnsentAddresses());
        if (sent > 0) {
            return new Delivered(Optional.of("not taken for " + refused + " of " + (sent + refused) + " recipients"));
        }
        List<Integer> codes = codes(fault);
        boolean forGood = !codes.isEmpty() && codes.stream().allMatch(code -> code >= 500);
        String detail = "the mail server answered " + (codes.isEmpty() ? "an error" : codes.getFirst());
        return forGood ? new Refused(detail) : failed(detail, false);
    }

    /** The reply codes of a failure and of those chained to it. */
    private static List<Integer> codes(SendFailedException fault) {
        List<Integer> codes = new ArrayList<>();
        for (Exception link = fault; link instanceof MessagingException chained; link = chained.getNextException()) {
            switch (link) {
                case SMTPAddressFailedException address -> codes.add(address.getReturnCode());
                case SMTPSenderFailedException sender -> codes.add(sender.getReturnCode());
                case SMTPSendFailedException send -> codes.add(send.getReturnCode());
                default -> {
                    // carries no code: a wrapper
                }
            }
        }
        codes.removeIf(code -> code < 400);
        return codes;
    }

    private static int count(Address[] addresses) {
        return addresses == null ? 0 : addresses.length;
    }

    private static Failed failed(String detail, boolean maybeTold) {
        return new Failed(detail, Optional.empty(), maybeTold);
    }

    private static Properties properties(SmtpServer smtp) {
        String timeout = Long.toString(smtp.timeout().toMillis());
        Properties properties = new Properties();
        properties.put("mail.smtp.connectiontimeout", timeout);
        properties.put("mail.smtp.timeout", timeout);
        properties.put("mail.smtp.writetimeout", timeout);
        properties.put("mail.smtp.sendpartial", "true");
        properties.put("mail.smtp.auth", Boolean.toString(smtp.username().isPresent()));
        properties.put("mail.smtp.ssl.checkserveridentity", "true");
        switch (smtp.security()) {
            case STARTTLS -> {
                properties.put("mail.smtp.starttls.enable", "true");
                properties.put("mail.smtp.starttls.required", "true");
            }
            case TLS -> properties.put("mail.smtp.ssl.enable", "true");
            case NONE -> {
                // nothing to protect the connection with, as configured
            }
        }
        return properties;
    }

    /** Nothing is kept open between mails. */
    @Override
    public void close() {}
}
