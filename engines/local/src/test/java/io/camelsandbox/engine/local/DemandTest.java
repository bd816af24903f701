package io.camelsandbox.engine.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DemandTest {

    private static final int MOST = 24;
    /** Times of a JVM may be negative. */
    private static final long BEGIN = -Duration.ofSeconds(3).toNanos();

    private final Demand demand = new Demand(MOST, BEGIN);

    private static long at(long millis) {
        return BEGIN + Duration.ofMillis(millis).toNanos();
    }

    private void refillsTake(long millis) {
        for (int i = 0; i < 100; i++) {
            demand.refilled(Duration.ofMillis(millis).toNanos());
        }
    }

    @Test
    void nobodyAsksForMoreThanTheReserve() {
        assertThat(demand.target(at(0))).isEqualTo(1);
    }

    @Test
    void executionsOneAfterAnotherCallForOneAndAReserve() {
        refillsTake(40);
        for (int i = 0; i < 10; i++) {
            demand.arrived(at(i * 600));
        }
        assertThat(demand.target(at(6_000))).isEqualTo(2);
    }

    @Test
    void whatCameWithinHalfASecondIsToFindAllReady() {
        refillsTake(40);
        for (int i = 0; i < 100; i++) {
            demand.arrived(at(i * 50));
        }
        assertThat(demand.target(at(5_000))).isEqualTo(11 + 1);
    }

    @Test
    void theSlowerARefillTheMoreMustWait() {
        refillsTake(1_000);
        for (int i = 0; i < 100; i++) {
            demand.arrived(at(i * 100));
        }
        assertThat(demand.target(at(10_000))).isBetween(10 + 1, 11 + 1);
    }

    @Test
    void theWorstMomentOfTheLastSecondsCountsAndIsForgottenThen() {
        for (int i = 0; i < 5; i++) {
            demand.arrived(at(500));
        }
        assertThat(demand.target(at(9_900))).isEqualTo(5 + 1);
        assertThat(demand.target(at(10_100))).isEqualTo(1);
    }

    @Test
    void aBurstCallsForNoMoreThanThereMayBe() {
        for (int i = 0; i < 1_000; i++) {
            demand.arrived(at(i / 100));
        }
        assertThat(demand.target(at(20))).isEqualTo(MOST);
    }

    @Test
    void whoFoundNothingCallsForMoreThanThereWereToBe() {
        demand.missed(at(0), 4);
        assertThat(demand.target(at(1))).isGreaterThan(4);
    }
}
