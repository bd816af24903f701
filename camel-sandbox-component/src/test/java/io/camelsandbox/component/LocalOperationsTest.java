package io.camelsandbox.component;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.StreamCache;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Operations on real sandboxes that stay. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LocalOperationsTest {

    private static final long LARGE = 300L << 20;

    private final CamelContext context = new DefaultCamelContext();
    private ProducerTemplate template;

    @BeforeAll
    void start() throws Exception {
        SandboxComponent component = new SandboxComponent();
        // What this machine can enforce is the engine's own test; here it is the way from a route and back.
        component.setIsolation("best_effort");
        context.addComponent("sandbox", component);
        context.start();
        template = context.createProducerTemplate();
    }

    @AfterAll
    void stop() {
        context.stop();
    }

    private String run(String options) {
        Exchange exchange = send("sandbox:run" + options, "", Map.of());
        assertThat(exchange.getException()).isNull();
        return exchange.getProperty("CamelSandboxId", String.class);
    }

    private Exchange send(String uri, Object body, String id) {
        return send(uri, body, Map.of("CamelSandboxId", id));
    }

    private Exchange send(String uri, Object body, Map<String, Object> properties) {
        return template.request(uri, exchange -> {
            exchange.getMessage().setBody(body);
            properties.forEach(exchange::setProperty);
        });
    }

    private SandboxResult work(String uri, Object body, String id) {
        Exchange exchange = send(uri, body, id);
        assertThat(exchange.getException()).isNull();
        return exchange.getMessage().getBody(SandboxResult.class);
    }

    private void stop(String id) {
        assertThat(send("sandbox:stop", "", id).getException()).isNull();
    }

    @Test
    void filesCommandsAndCodeOfOneSandboxSeeEachOther() {
        String id = run("?env.WHO=Ada");

        send("sandbox:writeFile?path=/workspace/in.txt", "ten bytes\n", id);
        assertThat(work("sandbox:exec?command=wc&args=-c,in.txt&workingDir=/workspace", null, id)
                        .getStdout())
                .isEqualTo("10 in.txt\n");
        assertThat(work("sandbox:exec?command=sh&args=-c&args=RAW(cat; echo $WHO)", "stdin, ", id)
                        .getStdout())
                .isEqualTo("stdin, Ada\n");
        assertThat(work(
                                "sandbox:python?sandboxId=" + id
                                        + "&code=RAW(open('/workspace/out', 'w').write('written'); print(6 * 7))",
                                null,
                                id)
                        .getStdout())
                .isEqualTo("42\n");
        assertThat(send("sandbox:readFile?path=/workspace/out", null, id)
                        .getMessage()
                        .getBody(String.class))
                .isEqualTo("written");
        stop(id);
    }

    @Test
    void noShellReadsACommandOrItsArguments() {
        String id = run("");

        assertThat(work("sandbox:exec?command=printf&args=RAW(%s|)&args=RAW($HOME)&args=RAW(*; a,b)", null, id)
                        .getStdout())
                .isEqualTo("$HOME|*; a,b|");
        stop(id);
    }

    @Test
    void stateIsThereAgainAndWhatIsShownComesBack() {
        String id = run("");

        work("sandbox:python?stateful=true&code=RAW(x = 20)", null, id);
        SandboxResult result = work("sandbox:python?stateful=true&code=RAW(x + 22)", null, id);

        assertThat(result.getDisplay()).singleElement().satisfies(part -> assertThat(part)
                .containsEntry("type", "text/plain")
                .containsEntry("text", "42"));
        assertThat(ResultJson.of(result).toJson()).contains("\"text\":\"42\"");
        stop(id);
    }

    @Test
    void aVolumeComesBackFromItsSnapshot() {
        String first = run("?volumes=data:/data:16Mi");
        send("sandbox:writeFile?path=/data/kept", "kept", first);
        Exchange taken = send("sandbox:snapshot", "", first);
        assertThat(taken.getException()).isNull();
        assertThat(taken.getMessage().getHeader("CamelSandboxSnapshotStatus")).isEqualTo("ready");
        String snapshot = taken.getProperty("CamelSandboxSnapshotId", String.class);
        send("sandbox:writeFile?path=/data/kept", "changed", first);
        stop(first);

        String second = run("?volumes=data:/data:16Mi&snapshotId=" + snapshot);
        assertThat(send("sandbox:readFile?path=/data/kept", "", second)
                        .getMessage()
                        .getBody(String.class))
                .isEqualTo("kept");
        SnapshotInfo info = send("sandbox:getSnapshot?snapshotId=" + snapshot, "", second)
                .getMessage()
                .getBody(SnapshotInfo.class);
        assertThat(info.getSourceSandboxId()).isEqualTo(first);
        assertThat(info.getSizeBytes()).isPositive();
        stop(second);
        assertThat(send("sandbox:deleteSnapshot?snapshotId=" + snapshot, "", second)
                        .getException())
                .isNull();
        assertThat(send("sandbox:listSnapshots?sandboxId=" + first, "", second)
                        .getMessage()
                        .getBody(List.class))
                .isEmpty();
    }

    @Test
    void linesOfTheMainProcessBecomeExchangesAndNoneIsLost() throws Exception {
        var lines = new CopyOnWriteArrayList<String>();
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("sandbox:logs?tags=counting")
                        .routeId("counting")
                        .process(exchange -> lines.add(exchange.getMessage().getBody(String.class)));
            }
        });

        run("?tags=counting&command=seq&args=2000");

        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> lines.size() == 2000);
        assertThat(lines)
                .isEqualTo(
                        IntStream.rangeClosed(1, 2000).mapToObj(String::valueOf).toList());
        context.getRouteController().stopRoute("counting");
        context.removeRoute("counting");
    }

    @Test
    void aTimeoutIsAResultWithWhatWasWrittenUntilThen() {
        String id = run("");

        SandboxResult result =
                work("sandbox:exec?command=sh&args=-c&args=RAW(echo so far; sleep 60)&timeout=1", null, id);

        assertThat(result.isTimedOut()).isTrue();
        assertThat(result.getExitCode()).isEqualTo(-1);
        assertThat(result.getStdout()).isEqualTo("so far\n");
        stop(id);
    }

    @Test
    void aMainProcessEndsByItself() {
        String id = run("?command=sh&args=-c&args=RAW(exit 3)");

        Exchange exchange = send("sandbox:waitUntilComplete", "", id);

        assertThat(exchange.getException()).isNull();
        assertThat(exchange.getMessage().getHeader("CamelSandboxReturnCode")).isEqualTo(3);
        assertThat(send("sandbox:get", "", id)
                        .getMessage()
                        .getBody(SandboxInfo.class)
                        .getStatus())
                .isEqualTo("completed");
    }

    @Test
    void aRouteThatStopsLeavesNothing() throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:own")
                        .routeId("own")
                        .to("sandbox:run?tags=of-the-route")
                        .to("sandbox:exec?command=sleep&args=600&timeout=1")
                        .to("sandbox:exec?command=sh&args=-c&args=RAW(sleep 600 &)&background=true&timeout=5");
            }
        });
        Exchange exchange = send("direct:own", null, Map.of());
        assertThat(exchange.getException()).isNull();
        String id = exchange.getProperty("CamelSandboxId", String.class);

        context.getRouteController().stopRoute("own");

        assertThat(send("sandbox:list?tags=of-the-route", "", id).getMessage().getBody(List.class))
                .isEmpty();
        assertThat(send("sandbox:get", "", id).getMessage().getHeader("CamelSandboxReturnCode"))
                .as("it ended by its own trap, not by being killed")
                .isEqualTo(0);
    }

    @Test
    void errorsHaveTheirReasons() {
        String id = run("");

        assertThat(reason("sandbox:readFile?path=/workspace/missing", id)).isEqualTo(Reason.FILE_NOT_FOUND);
        assertThat(reason("sandbox:readFile?path=/workspace", id)).isEqualTo(Reason.FILE_IS_DIRECTORY);
        stop(id);
        assertThat(reason("sandbox:exec?command=ls", id)).isEqualTo(Reason.SANDBOX_NOT_RUNNING);
        assertThat(reason("sandbox:exec?command=ls", "nobody")).isEqualTo(Reason.SANDBOX_NOT_FOUND);
    }

    private Reason reason(String uri, String id) {
        return ScriptedHostTest.failure(send(uri, "", id)).reason();
    }

    @Test
    void aLargeFileGoesInAndComesOutWithoutBeingInTheHeap() throws IOException {
        String id = run("?volumes=data:/data:400Mi&memory=1g");
        System.gc();
        kept().forEach(MemoryPoolMXBean::resetPeakUsage);
        long before = peak();

        Exchange written = send("sandbox:writeFile?path=/data/large", new Zeros(LARGE), id);
        assertThat(written.getException()).isNull();
        Exchange read = template.request("sandbox:readFile?path=/data/large", exchange -> {
            exchange.setProperty("CamelSandboxId", id);
        });

        assertThat(read.getException()).isNull();
        assertThat(read.getMessage().getHeader("CamelSandboxFileSize")).isEqualTo(LARGE);
        assertThat(read.getMessage().getBody()).isInstanceOf(StreamCache.class);
        assertThat(peak() - before).as("heap used meanwhile").isLessThan(LARGE / 4);
        stop(id);
    }

    /** What outlives a collection, or is too large to be moved: garbage of the young is not looked at. */
    private static List<MemoryPoolMXBean> kept() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .filter(pool -> pool.getName().matches(".*(Old|Tenured).*"))
                .toList();
    }

    private static long peak() {
        return kept().stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
    }

    /** A stream of so many bytes that are not there. */
    private static final class Zeros extends InputStream {

        private long left;

        Zeros(long size) {
            left = size;
        }

        @Override
        public int read() {
            return left-- > 0 ? 0 : -1;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            int count = (int) Math.min(length, left);
            left -= count;
            return count == 0 ? -1 : count;
        }
    }
}
