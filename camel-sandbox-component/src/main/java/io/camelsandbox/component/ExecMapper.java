package io.camelsandbox.component;

import io.camelsandbox.Limits;
import io.camelsandbox.OutputPolicy;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.Spool;
import io.camelsandbox.Stdin;
import io.camelsandbox.sandbox.ExecRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.apache.camel.Exchange;

/**
 * Turns a message into a command. No shell reads it: the program and each argument are what they are.
 *
 * @param command    the program; null where a control header says it
 * @param workingDir null for the sandbox's own
 */
record ExecMapper(
        String command,
        MessageValues args,
        MessageValues env,
        StdinForm stdin,
        String workingDir,
        Limits limits,
        OutputPolicy outputPolicy,
        OptionalLong spoolBytes,
        boolean background,
        Supplier<Path> spoolFolder) {

    /** Reads the options of {@code endpoint}. */
    static ExecMapper of(SandboxEndpoint endpoint) {
        SandboxConfiguration options = endpoint.getConfiguration();
        SandboxComponent component = endpoint.getComponent();
        TextOptions texts = endpoint.getTexts();
        var context = endpoint.getCamelContext();
        String command = texts.has("command") ? texts.text("command") : endpoint.getCommand();
        if (command == null && !options.isAllowControlHeaders()) {
            throw new SandboxRefusedException("sandbox:exec needs command, the program to run; its arguments are args");
        }
        return new ExecMapper(
                command,
                MessageValues.of(context, "args", texts.values("args", endpoint.getArgs())),
                MessageValues.of(context, "env", texts.valuesByName("env", options.getEnv())),
                StdinForm.of(endpoint.getStdin()),
                endpoint.hasOption("workingDir") ? options.getWorkingDir() : null,
                LimitOptions.read(options, component.ceilings()),
                RunSettings.outputPolicy(options),
                RunSettings.spoolBytes(options),
                endpoint.getOperationOptions().isBackground(),
                () -> component.spoolFolder().get());
    }

    /** Names no content. */
    @Override
    public String toString() {
        return "ExecMapper";
    }

    /**
     * The command of one exchange.
     *
     * @throws SandboxRefusedException when the message cannot be one
     */
    ExecRequest map(Exchange exchange, RequestFields control) {
        requireNothingOfTheSandbox(control);
        String program = control.code() != null ? control.code() : command;
        if (program == null) {
            throw new SandboxRefusedException("sandbox:exec was given no command");
        }
        List<String> argv = new ArrayList<>();
        argv.add(program);
        argv.addAll(control.args() != null ? control.args() : args.texts(exchange));
        Map<String, String> variables = new LinkedHashMap<>(env.textsByName(exchange));
        if (control.env() != null) {
            variables.putAll(control.env());
        }
        Limits most = LimitOptions.lower(limits, control);
        ExecRequest.Builder request = ExecRequest.builder(argv)
                .env(variables)
                .timeout(most.timeout())
                .maxOutput(most.output())
                .onOutputLimit(outputPolicy);
        String folder = control.workingDir() != null ? control.workingDir() : workingDir;
        if (folder != null) {
            request.cwd(folder);
        }
        if (background) {
            request.background();
        }
        spoolBytes.ifPresent(bytes -> request.spool(new Spool(spoolFolder.get(), bytes)));
        Stdin input = StdinReader.read(exchange, stdin);
        if (input != Stdin.EMPTY) {
            request.stdin(input);
        }
        return request.build();
    }

    private static void requireNothingOfTheSandbox(RequestFields control) {
        boolean asked = control.memory() != null
                || control.cpu() != null
                || control.pids() != null
                || control.disk() != null
                || control.allowedModules() != null;
        if (asked) {
            throw new SandboxRefusedException(
                    "a command has the memory, cpu, pids and disk of its sandbox, and no allowed modules: a header of"
                            + " the message cannot change that");
        }
    }
}
