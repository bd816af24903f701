package io.camelsandbox.docs;

import io.camelsandbox.docs.Metadata.Entry;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** The tables of the documentation, made from the component's metadata. */
final class Tables {

    /** What every Camel component has; its own documentation is Camel's. */
    private static final Set<String> OF_EVERY_COMPONENT = Set.of(
            "lazyStartProducer",
            "autowiredEnabled",
            "healthCheckConsumerEnabled",
            "healthCheckProducerEnabled",
            "bridgeErrorHandler",
            "exceptionHandler",
            "exchangePattern",
            "configuration",
            "operation");

    /** The options of a first route. */
    private static final List<String> FIRST = List.of(
            "code",
            "args",
            "env.*",
            "stdin",
            "timeout",
            "memory",
            "allowedModules",
            "inputFiles.*",
            "outputFiles",
            "result",
            "failOnNonZeroExit",
            "failOnTimeout");

    private final Metadata metadata = Metadata.read();

    /** @throws IllegalArgumentException when there is no such table */
    String of(String name) {
        return switch (name) {
            case "first-options" ->
                table(
                        "Option",
                        metadata.endpointOptions().stream()
                                .filter(option -> FIRST.contains(option.name()))
                                .sorted(Comparator.comparing(option -> FIRST.indexOf(option.name())))
                                .toList());
            case "endpoint-options" -> table("Option", select(metadata.endpointOptions(), option -> true));
            case "component-options" -> table("Option", select(metadata.componentOptions(), this::onComponentAlone));
            case "headers-out" -> headers("out");
            case "headers-in" -> headers("in");
            case "limits" -> limits();
            default -> throw new IllegalArgumentException("there is no table " + name);
        };
    }

    private boolean onComponentAlone(Entry option) {
        return metadata.endpointOptions().stream()
                .noneMatch(other -> other.name().equals(option.name()));
    }

    private static List<Entry> select(List<Entry> entries, Predicate<Entry> condition) {
        return entries.stream()
                .filter(entry -> !OF_EVERY_COMPONENT.contains(entry.name()))
                .filter(condition)
                .toList();
    }

    private static String table(String title, List<Entry> entries) {
        var table = new StringBuilder("| " + title + " | Type | Default | |\n|---|---|---|---|\n");
        entries.forEach(entry -> table.append(row(
                "`" + entry.name() + "`",
                entry.type(),
                entry.fallback().isEmpty() ? "" : "`" + entry.fallback() + "`",
                entry.description())));
        return table.toString();
    }

    private String headers(String label) {
        var table = new StringBuilder("| Header | Type | |\n|---|---|---|\n");
        metadata.headers().stream()
                .filter(header -> List.of(header.label().split(",")).contains(label))
                .forEach(header -> table.append(row("`" + header.name() + "`", header.type(), header.description())));
        return table.toString();
    }

    private String limits() {
        var table = new StringBuilder("| Limit | Unit | Default | Ceiling | Set by |\n|---|---|---|---|---|\n");
        table.append(limit("timeout", "seconds, or with a unit: `500ms`, `10s`, `1m`", "maxTimeout"))
                .append(limit("memory", "bytes, or with a unit: `64k`, `512MiB`, `1g`", "maxMemory"))
                .append(limit("cpu", "processors, fractions allowed", "maxCpu"))
                .append(limit("pids", "processes and threads at once", "maxPids"))
                .append(limit("disk", "bytes, or with a unit, on everything that can be written", "maxDisk"))
                .append(limit("files", "files and folders on everything that can be written", "maxFiles"))
                .append(limit("openFiles", "open files of each process", "maxOpenFiles"))
                .append(limit(
                        "maxOutput", "bytes, or with a unit, kept of each of stdout and stderr", "maxOutputCeiling"));
        return table.toString();
    }

    private String limit(String option, String unit, String ceiling) {
        return row(
                "`" + option + "`",
                unit,
                "`" + component(option).fallback() + "`",
                "`" + component(ceiling).fallback() + "`",
                "`" + ceiling + "`");
    }

    private Entry component(String name) {
        return metadata.componentOptions().stream()
                .filter(option -> option.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the component has no option " + name));
    }

    private static String row(String... cells) {
        var row = new StringBuilder("|");
        for (String cell : cells) {
            row.append(' ').append(cell.replace("|", "\\|")).append(" |");
        }
        return row.append('\n').toString();
    }
}
