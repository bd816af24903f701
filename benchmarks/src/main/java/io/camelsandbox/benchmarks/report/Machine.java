package io.camelsandbox.benchmarks.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.camel.impl.DefaultCamelContext;

/**
 * The machine that was measured on, told without a name or a path of it.
 *
 * @param facts what it is → the value, in the order to print them
 */
public record Machine(Map<String, String> facts) {

    private static final String LOAD = "load before";
    private static final Pattern VERSION = Pattern.compile("\\d+(\\.\\d+)+");
    private static final Pattern MEMORY = Pattern.compile("MemTotal:\\s+(\\d+) kB");

    /**
     * Looks at this machine.
     *
     * @param interpreters name → path of the programs whose versions count
     */
    public static Machine look(Map<String, Path> interpreters) throws IOException {
        var facts = new LinkedHashMap<String, String>();
        facts.put("date", LocalDate.now(ZoneOffset.UTC).toString());
        facts.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
        facts.put("memory", memory());
        facts.put("kernel", number(System.getProperty("os.version")) + ", " + System.getProperty("os.arch"));
        facts.put(LOAD, loadAverage());
        facts.put("Java", System.getProperty("java.version"));
        facts.put("Camel", new DefaultCamelContext(false).getVersion());
        for (var interpreter : interpreters.entrySet()) {
            facts.put(interpreter.getKey(), version(interpreter.getValue().toString()));
        }
        facts.put("bubblewrap", version("bwrap"));
        return new Machine(facts);
    }

    private static String memory() throws IOException {
        Matcher matcher = MEMORY.matcher(Files.readString(Path.of("/proc/meminfo")));
        return matcher.find() ? Math.round(Long.parseLong(matcher.group(1)) / 1048576.0) + " GiB" : "unknown";
    }

    /** True when others kept more than half of the cores busy before the measurements began. */
    public boolean wasBusy() {
        return Double.parseDouble(facts.get(LOAD)) > Runtime.getRuntime().availableProcessors() / 2.0;
    }

    private static String loadAverage() throws IOException {
        return Files.readString(Path.of("/proc/loadavg")).split(" ")[0];
    }

    private static String version(String program) {
        try {
            Process process = new ProcessBuilder(List.of(program, "--version"))
                    .redirectErrorStream(true)
                    .redirectInput(Path.of("/dev/null").toFile())
                    .start();
            try (InputStream output = process.getInputStream()) {
                return number(new String(output.readAllBytes(), StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            return "unknown";
        }
    }

    /** The first version number in {@code text}: names of builds and machines stay out. */
    static String number(String text) {
        Matcher matcher = VERSION.matcher(text);
        return matcher.find() ? matcher.group() : "unknown";
    }
}
