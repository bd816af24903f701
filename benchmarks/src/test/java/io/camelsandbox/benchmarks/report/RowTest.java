package io.camelsandbox.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.benchmarks.stats.Spread;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.util.json.JsonObject;
import org.apache.camel.util.json.Jsoner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowTest {

    private static final Row WARM = Row.named("warm.python.p50")
            .goal(Goal.atMost(0.15))
            .with("ours", 1.87654321)
            .with("a", 15.5)
            .with("unit", "ms")
            .with("quantiles", new LinkedHashMap<>(Map.of("p50", 1.8)))
            .ratio(new Spread(0.12, 0.11, 0.16, 5));

    @TempDir
    Path folder;

    @Test
    void aBoundIsMetFromItsGoodSideAndByItself() {
        assertThat(Goal.atMost(2).met(2)).isTrue();
        assertThat(Goal.atMost(2).met(2.01)).isFalse();
        assertThat(Goal.atLeast(0.7).met(0.7)).isTrue();
        assertThat(Goal.atLeast(0.7).met(0.69)).isFalse();
        assertThat(Goal.atMost(2).met(Double.NaN)).isFalse();
    }

    @Test
    void aRowIsOneLineOfJson() throws Exception {
        String line = JsonLines.line(WARM);
        var object = (JsonObject) Jsoner.deserialize(line);

        assertThat(line).doesNotContain("\n").startsWith("{\"name\":\"warm.python.p50\",\"ratio\":0.12,");
        assertThat(object)
                .containsEntry("goal", "≤ 0.15")
                .containsEntry("met", true)
                .containsEntry("unit", "ms");
        assertThat(object.getDouble("ours")).isEqualTo(1.8765);
        assertThat(object.getInteger("rounds")).isEqualTo(5);
        assertThat(object.getDouble("lowest")).isEqualTo(0.11);
        assertThat(((JsonObject) object.get("quantiles")).getDouble("p50")).isEqualTo(1.8);
    }

    @Test
    void aFigureThatIsNoNumberStaysReadable() throws Exception {
        var object =
                (JsonObject) Jsoner.deserialize(JsonLines.line(Row.named("x").ratio(Double.NaN)));

        assertThat(object)
                .containsEntry("ratio", null)
                .doesNotContainKey("goal")
                .doesNotContainKey("met");
    }

    @Test
    void theFileHoldsALineForEachRow() throws Exception {
        Path file = folder.resolve("new/rows.json");

        JsonLines.write(List.of(WARM, WARM), file);

        assertThat(Files.readAllLines(file)).hasSize(2).allSatisfy(line -> assertThat(line)
                .contains("warm.python.p50"));
    }

    @Test
    void theTableSaysWhatIsMetAndWhatIsNot() {
        Row missed = Row.named("sustained.js.4").goal(Goal.atLeast(0.7)).ratio(0.5);
        Row other = Row.named("camel-exec.js.p50").ratio(1.1);

        String table = TextTable.plain(List.of(WARM, missed, other));

        assertThat(table.lines()).hasSize(4);
        assertThat(table.lines().skip(1).toList())
                .satisfiesExactly(
                        line -> assertThat(line)
                                .contains("warm.python.p50", "0.120", "0.110–0.160", "1.88", "15.5", "≤ 0.15")
                                .endsWith("met")
                                .doesNotContain("NOT"),
                        line -> assertThat(line).contains("0.500", "≥ 0.7").endsWith("NOT MET"),
                        line -> assertThat(line).endsWith("1.10"));
    }

    @Test
    void theMarkdownTableHasARowForEachRow() {
        assertThat(TextTable.markdown(List.of(WARM)).lines().toList())
                .hasSize(3)
                .allSatisfy(line ->
                        assertThat(line.chars().filter(c -> c == '|').count()).isEqualTo(9));
    }
}
