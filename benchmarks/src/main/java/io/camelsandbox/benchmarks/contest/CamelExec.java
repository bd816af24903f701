package io.camelsandbox.benchmarks.contest;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

/**
 * Camel's own component for starting programs, un-isolated. Its jar is of another version than the Camel here, so it has
 * a class loader and a context of its own. It has no option for the environment: this JVM's is clean.
 */
public final class CamelExec extends JavaContestant {

    public static final String NAME = "camel-exec";

    private final URLClassLoader loader;
    private final CamelContext context;
    private final ProducerTemplate template;

    /**
     * Starts the context.
     *
     * @param jar          the component's jar
     * @param interpreters for each script the path of its interpreter
     * @param folder       where the scripts are written
     */
    public CamelExec(Path jar, Map<TinyScript, Path> interpreters, Path folder) throws Exception {
        super(NAME);
        loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, CamelExec.class.getClassLoader());
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            context = new DefaultCamelContext();
            context.setApplicationContextClassLoader(loader);
            context.addRoutes(routes(interpreters, folder));
            context.start();
            template = context.createProducerTemplate();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static RouteBuilder routes(Map<TinyScript, Path> interpreters, Path folder) throws IOException {
        Map<TinyScript, String> uris = new EnumMap<>(TinyScript.class);
        for (var entry : interpreters.entrySet()) {
            TinyScript script = entry.getKey();
            Path file = Files.writeString(folder.resolve(script.fileName()), script.code());
            List<String> args = new ArrayList<>(script.plainOptions());
            args.add(file.toString());
            uris.put(script, "exec:" + entry.getValue() + "?args=RAW(" + String.join(" ", args) + ")");
        }
        return new RouteBuilder() {
            @Override
            public void configure() {
                uris.forEach((script, uri) -> from("direct:" + script.id()).to(uri));
            }
        };
    }

    @Override
    public void runOnce(TinyScript script) {
        script.check(NAME, template.requestBody("direct:" + script.id(), null, String.class));
    }

    @Override
    public void close() {
        template.stop();
        context.stop();
        try {
            loader.close();
        } catch (IOException e) {
            throw new IllegalStateException("The class loader of " + NAME + " was not closed", e);
        }
    }
}
