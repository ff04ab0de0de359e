// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;

import dev.reprise.demo.alert.AlertInbox;
import dev.reprise.demo.client.RepriseClient;
import dev.reprise.demo.scheduler.JobCommand;
import dev.reprise.demo.story.Check;
import dev.reprise.demo.story.Narrator;
import dev.reprise.demo.story.Performance;
import dev.reprise.schemas.wire.WireCodec;

/**
 * The demo: real jobs fail in the middle on a real file, a running Reprise does what it does, and in the end it is
 * counted. It is a client of Reprise and no part of it.
 *
 * <p>It is opened before the server is started, because the server must be told where the owner's webhook is:
 *
 * <pre>{@code
 * try (DemoStory story = DemoStory.open(directory, DemoStory.ownJava(), out, true)) {
 *     URI server = start(story.webhookUrl(), story.webhookSecret());
 *     DemoResult result = story.run(server);
 * }
 * }</pre>
 */
public final class DemoStory implements AutoCloseable {
    private final JobCommand command;
    private final PrintStream out;
    private final boolean colour;
    private final Clock clock = Clock.systemUTC();
    private final WireCodec codec = new WireCodec();
    private final AlertInbox inbox;

    private DemoStory(JobCommand command, PrintStream out, boolean colour) {
        this.command = command;
        this.out = out;
        this.colour = colour;
        this.inbox = AlertInbox.open(codec, clock);
    }

    /**
     * Opens the owner's webhook on a free port of this machine.
     *
     * @param directory where the warehouse is made; it must not hold one yet
     * @param java how to start a Java machine with this module and the SQLite driver on its class path: the program and
     *     options; see {@link #ownJava()}
     * @param out where the story is told
     * @param colour whether ANSI colours may be used
     * @throws UncheckedIOException when the disk or the network of this machine refuses
     */
    public static DemoStory open(Path directory, List<String> java, PrintStream out, boolean colour) {
        try {
            return new DemoStory(new JobCommand(java, Files.createDirectories(directory).toRealPath()), out, colour);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make the directory " + directory, e);
        }
    }

    /** The Java machine that runs this program, with no more on its class path than a job needs. */
    public static List<String> ownJava() {
        return JobCommand.ownJava();
    }

    /** Where the server must post alerts: an address of this machine, so loopback must be allowed for it. */
    public URI webhookUrl() {
        return inbox.url();
    }

    /** What the server must sign them with: {@code whsec_} and base64. */
    public String webhookSecret() {
        return inbox.secret().reveal();
    }

    /**
     * Plays the story, once.
     *
     * @param server the base address of a Reprise that has never heard of these jobs, and lets its caller do everything
     * @return what was counted
     * @throws dev.reprise.demo.client.RepriseUnavailableException when the server does not answer or refuses
     * @throws dev.reprise.demo.warehouse.WarehouseException when the directory holds a warehouse already
     */
    public DemoResult run(URI server) throws InterruptedException {
        try (RepriseClient reprise = new RepriseClient(server, codec)) {
            Narrator narrator = new Narrator(out, colour, clock);
            String yesterday = LocalDate.ofInstant(Instant.now(clock), ZoneOffset.UTC).minusDays(1).toString();
            List<Check> checks = new Performance(
                    new Performance.Stage(reprise, inbox, command, yesterday, clock), narrator).play();
            return new DemoResult(checks, narrator.elapsed());
        }
    }

    /** Closes the webhook. Closing twice does nothing. */
    @Override
    public void close() {
        inbox.close();
    }
}
