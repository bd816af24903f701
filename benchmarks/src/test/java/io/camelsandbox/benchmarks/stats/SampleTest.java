package io.camelsandbox.benchmarks.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SampleTest {

    private static final Sample HUNDRED = Sample.of(
            LongStream.rangeClosed(1, 100).map(i -> (101 - i) * 1_000_000).toArray());

    @Test
    void aPercentileIsTheSmallestValueThatCoversThatShare() {
        assertThat(HUNDRED.medianMillis()).isEqualTo(50);
        assertThat(HUNDRED.percentileMillis(99)).isEqualTo(99);
        assertThat(HUNDRED.percentileMillis(99.5)).isEqualTo(100);
        assertThat(HUNDRED.percentileMillis(0.1)).isEqualTo(1);
        assertThat(HUNDRED.percentileMillis(100)).isEqualTo(100);
    }

    @Test
    void oneDurationIsEveryPercentileOfItself() {
        Sample one = Sample.of(2_500_000);

        assertThat(one.percentileMillis(1)).isEqualTo(2.5);
        assertThat(one.percentileMillis(99)).isEqualTo(2.5);
    }

    @Test
    void poolingKeepsEveryDuration() {
        Sample pooled = Sample.pooled(List.of(Sample.of(3_000_000, 1_000_000), Sample.of(2_000_000)));

        assertThat(pooled.size()).isEqualTo(3);
        assertThat(pooled.medianMillis()).isEqualTo(2);
    }

    @Test
    void theCallersArrayIsNotTheSample() {
        long[] nanos = {3_000_000, 1_000_000, 2_000_000};
        Sample sample = Sample.of(nanos);
        nanos[0] = 0;

        assertThat(sample.percentileMillis(100)).isEqualTo(3);
        assertThat(nanos).containsExactly(0, 1_000_000, 2_000_000);
    }

    @Test
    void nothingIsNoSample() {
        assertThatThrownBy(() -> Sample.of()).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aPercentileOutsideItsRangeIsRefused() {
        assertThatThrownBy(() -> HUNDRED.percentileMillis(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> HUNDRED.percentileMillis(101)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> HUNDRED.percentileMillis(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
    }
}
