package io.camelsandbox.engine.local.conformance;

import io.camelsandbox.conformance.Attack;
import io.camelsandbox.conformance.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The page that lists every attack and how it came out, written from the corpus and from the reports of the last run. */
final class AttacksPage {

    private static final String HEAD = """
            # Attacks

            Generated; do not edit. Every row is run against the engine by its conformance tests, and a row that comes out any
            other way than it should fails them. To write this page again, from a run as root of all four kinds:

            ```
            ./mvnw -pl engines/local -am test -Dtest='Local*ConformanceTest,OrdinaryUserConformanceTest' -Dsurefire.failIfNoSpecifiedTests=false
            ./mvnw -pl engines/local -am test -Dtest=AttacksPageTest -Dsurefire.failIfNoSpecifiedTests=false -Dconformance.write=true
            ```

            - **contained**: nothing of the host or a neighbour was seen or changed.
            - **limited**: it was stopped by the limit that is meant for it, and the result says so.
            - **clear**: a result or an error that tells the truth.
            - **(best effort)**: as above, by something weaker than the kernel's own limit.
            - **not available**: this machine has nothing to enforce it with; the enforcement record of each result says so.
            - **–**: not part of the last run.

            Rows with a `v` are variants of the same kind. `root` and `user` say whom the JVM ran as; *no groups* is a machine
            (or container) on which no control group can be made.

            """;

    private static final String TAIL = """
            ## What is left

            Looked at, and left as it is:

            - Numbers of the machine in `/proc`: memory, processors, load, time since boot, kernel version, disks. Tools and
              runtimes read them. What is more telling (the kernel's command line and addresses, keys, interrupts, modules) is
              masked, and the host name is `sandbox`.
            - `/proc/self/mountinfo` names the folder on the host that each mount comes from, the engine's own and those that
              the route mounts. Nothing can be reached by the name.
            - Programs below `/usr` are the host's own files: a sandbox can lock one (`flock`), and a neighbour can see it.
            - A list of allowed modules is a policy on what code may import. Python can be talked out of it; what holds then is
              the sandbox.
            - Without control groups memory is limited per process, and memory shared between processes is not counted;
              processor time is not limited.
            - Sandboxes of a JVM without privilege have the same user on the host. Their namespaces keep them apart.
            """;

    private static final Map<String, String> FAMILIES = families();
    private static final Map<String, String> COLUMNS = columns();

    private static Map<String, String> families() {
        var families = new LinkedHashMap<String, String>();
        families.put("PROC", "Processes: bombs, escapes from the end, signals");
        families.put("RES", "Resources: memory, disk, descriptors, processor");
        families.put("OUT", "Output and input: floods, broken characters, forged results");
        families.put("ENC", "Code, arguments and variables of every shape");
        families.put("FS", "Files: the host's, the runtime's, the next run's");
        families.put("KRN", "The kernel: namespaces, mounts, odd calls, leaks");
        families.put("NET", "Network: egress, metadata, sockets of the host");
        families.put("PYM", "Python's list of allowed modules (a policy, not the wall)");
        families.put("JS", "Node.js: ways to its insides, heaps, workers");
        families.put("SH", "Shell: quoting, status, limits");
        families.put("CML", "Camel: headers, queries, expressions, stops");
        return families;
    }

    private static Map<String, String> columns() {
        var columns = new LinkedHashMap<String, String>();
        columns.put("local-root", "local, root");
        columns.put("local-root-without-groups", "local, root, no groups");
        columns.put("local-user", "local, user");
        columns.put("local-user-without-groups", "local, user, no groups");
        return columns;
    }

    private final Corpus corpus = Corpus.load();
    private final Map<String, Map<String, String>> outcomes = new TreeMap<>();

    /** Reads the reports in a folder; those that are not there are left out of the page. */
    AttacksPage(Path reports) throws IOException {
        for (String label : COLUMNS.keySet()) {
            Path file = reports.resolve(label + ".tsv");
            outcomes.put(label, Files.exists(file) ? read(file) : Map.of());
        }
    }

    private static Map<String, String> read(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .map(line -> line.split("\t", -1))
                .collect(Collectors.toMap(fields -> fields[0], fields -> fields[1]));
    }

    String text() {
        var page = new StringBuilder(HEAD);
        FAMILIES.forEach((family, title) -> {
            page.append("## ").append(family).append(": ").append(title).append("\n\n");
            List<Attack> rows = corpus.families().get(family);
            page.append(family.equals("CML") ? component(rows) : table(rows)).append('\n');
        });
        return page.append(TAIL).toString();
    }

    private static String component(List<Attack> rows) {
        return "| row | what it tries |\n|---|---|\n"
                + rows.stream()
                        .map(row -> "| " + row.id() + " | " + cell(row.idea()) + " |\n")
                        .collect(Collectors.joining())
                + "\nThese are no matter of an engine; the tests of the component hold them.\n";
    }

    private String table(List<Attack> rows) {
        return "| row | what it tries | " + String.join(" | ", COLUMNS.values()) + " |\n|---|---|"
                + "---|".repeat(COLUMNS.size()) + "\n"
                + rows.stream().map(this::row).collect(Collectors.joining());
    }

    private String row(Attack attack) {
        String found = COLUMNS.keySet().stream()
                .map(label -> outcomes.get(label).getOrDefault(attack.id(), "–"))
                .collect(Collectors.joining(" | "));
        return "| " + attack.id() + " | " + cell(attack.idea()) + " | " + found + " |\n";
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("<", "&lt;");
    }
}
