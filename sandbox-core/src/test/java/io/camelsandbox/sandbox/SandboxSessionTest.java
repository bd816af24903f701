package io.camelsandbox.sandbox;

import static io.camelsandbox.sandbox.SandboxLifeTest.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.camelsandbox.SandboxCapacityException;
import io.camelsandbox.SandboxException;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.sandbox.spec.SandboxDefaults;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class SandboxSessionTest {

    private static final SandboxSpec SPEC = SandboxSpec.builder().build();

    private final ScriptedHost host = new ScriptedHost();
    private final Sandboxes sandboxes = Sandboxes.on(host);
    private final SandboxSession session = sandboxes.session(
            SandboxDefaults.of(SandboxSpec.builder().tags("mine").build()));

    @AfterEach
    void close() {
        sandboxes.close();
    }

    @Test
    void itsDefaultsHoldForItsSandboxes() {
        session.run(SPEC).join();

        assertThat(host.orders().get(0).spec().tags()).containsExactly("mine");
    }

    @Test
    void closingItStopsAllAndForgetsThem() {
        Sandbox first = session.run(SPEC).join();
        Sandbox second = session.run(SPEC).join();
        Sandbox unstarted = session.create(SPEC);
        assertThat(session.sandboxCount()).isEqualTo(3);

        session.close();
        session.close();

        assertThat(first.status()).contains(SandboxStatus.COMPLETED);
        assertThat(second.status()).contains(SandboxStatus.COMPLETED);
        assertThat(failure(unstarted.start())).isInstanceOf(SandboxNotRunningException.class);
        assertThat(session.sandboxCount()).isZero();
        assertThat(host.sandboxes().get(0).stops()).hasSize(1);
    }

    @Test
    void aClosedSessionTakesNoMore() {
        Sandbox other = sandboxes.run(SPEC).join();
        session.close();

        assertThatThrownBy(() -> session.create(SPEC)).isInstanceOf(SandboxException.class);
        assertThatThrownBy(() -> session.adopt(other)).isInstanceOf(SandboxException.class);
        assertThatThrownBy(() -> session.fromId("sb-1")).isInstanceOf(SandboxException.class);
        assertThat(other.status()).contains(SandboxStatus.RUNNING);
    }

    @Test
    void aSandboxThatWasStoppedIsHeldNoMore() {
        Sandbox sandbox = session.run(SPEC).join();
        sandbox.stop().join();

        await().until(() -> session.sandboxCount() == 0);
    }

    @Test
    void adoptedOnesAreStoppedTooButMustHaveAnId() {
        Sandbox other = sandboxes.run(SPEC).join();
        assertThat(session.adopt(other)).isSameAs(other);
        session.adopt(other);
        assertThat(session.sandboxCount()).isEqualTo(1);
        assertThatThrownBy(() -> session.adopt(sandboxes.create(SPEC))).isInstanceOf(SandboxRefusedException.class);

        session.close();

        assertThat(other.status()).contains(SandboxStatus.COMPLETED);
    }

    @Test
    void aListIsOfItsTagsAndAdoptsOnlyWhenAsked() {
        session.run(SPEC).join();
        sandboxes.run(SandboxSpec.builder().tags("mine", "other").build()).join();
        sandboxes.run(SPEC).join();

        assertThat(session.list(SandboxFilter.ACTIVE).join()).hasSize(2);
        assertThat(session.sandboxCount()).isEqualTo(1);
        session.listAndAdopt(SandboxFilter.ACTIVE).join();
        assertThat(session.sandboxCount()).isEqualTo(3);
    }

    @Test
    void whatIsFoundByItsIdBelongsToIt() {
        sandboxes.run(SPEC).join();
        session.fromId("sb-1").join();

        session.close();

        assertThat(host.only().stops()).hasSize(1);
    }

    @Test
    void eachIsTriedAndTheErrorsComeTogether() {
        session.run(SPEC).join();
        session.run(SPEC).join();
        session.run(SPEC).join();
        for (int i : new int[] {0, 2}) {
            host.sandboxes().get(i).onStop(o -> CompletableFuture.failedFuture(new SandboxCapacityException("busy")));
        }

        assertThatThrownBy(session::close)
                .isInstanceOf(SandboxException.class)
                .hasMessageContaining("2 of 3")
                .hasCauseInstanceOf(SandboxCapacityException.class)
                .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
        assertThat(host.sandboxes().get(1).stops()).hasSize(1);
    }

    @Test
    void whatIsStillOpenIsClosedWithTheSandboxes() {
        session.run(SPEC).join();

        sandboxes.close();

        assertThat(host.only().stops()).hasSize(1);
    }
}
