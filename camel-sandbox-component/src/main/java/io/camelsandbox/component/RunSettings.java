package io.camelsandbox.component;

import io.camelsandbox.ByteSize;
import io.camelsandbox.Language;
import io.camelsandbox.Limits;
import io.camelsandbox.Mount;
import io.camelsandbox.OutputPolicy;
import io.camelsandbox.SandboxRefusedException;
import java.util.List;
import java.util.OptionalLong;

/**
 * The options of an endpoint, read and checked: nothing about them is left to find out when a message comes.
 *
 * @param interpreter a name or path that overrides the search; null to search
 * @param spoolBytes  the most that is spooled of one stream; empty for no spooling
 */
record RunSettings(
        Language language,
        CodeSource code,
        StdinForm stdin,
        MessageValues args,
        MessageValues env,
        MessageValues inputFiles,
        List<String> inheritEnv,
        List<String> outputFiles,
        List<String> allowedModules,
        List<Mount> mounts,
        String workingDir,
        String interpreter,
        Limits limits,
        OutputPolicy outputPolicy,
        OptionalLong spoolBytes,
        ResultRules results) {

    /** The most that may be asked for with {@code maxSpool}. */
    private static final long MOST_SPOOLED = 1L << 40;

    /** Names no content. */
    @Override
    public String toString() {
        return "RunSettings[" + language.id() + "]";
    }

    /**
     * Reads the options of {@code endpoint}.
     *
     * @throws SandboxRefusedException with the first that is wrong
     */
    static RunSettings of(SandboxEndpoint endpoint) {
        SandboxConfiguration options = endpoint.getConfiguration();
        SandboxComponent component = endpoint.getComponent();
        TextOptions texts = endpoint.getTexts();
        var context = endpoint.getCamelContext();
        Language language = endpoint.kind().language().orElseThrow();
        List<String> modules = texts.list("allowedModules", options.getAllowedModules());
        if (!modules.isEmpty() && language != Language.PYTHON) {
            throw new SandboxRefusedException("allowedModules is an option of python, not of " + language.id());
        }
        return new RunSettings(
                language,
                codeSource(endpoint, language),
                StdinForm.of(endpoint.getStdin()),
                MessageValues.of(context, "args", texts.values("args", endpoint.getArgs())),
                MessageValues.of(context, "env", texts.valuesByName("env", options.getEnv())),
                MessageValues.of(context, "inputFiles", texts.valuesByName("inputFiles", endpoint.getInputFiles())),
                texts.list("inheritEnv", options.getInheritEnv()),
                texts.list("outputFiles", options.getOutputFiles()),
                modules,
                mounts(endpoint),
                options.getWorkingDir(),
                endpoint.getInterpreter() == null ? component.interpreterOf(language) : endpoint.getInterpreter(),
                LimitOptions.read(options, component.ceilings()),
                outputPolicy(options),
                spoolBytes(options),
                ResultRules.of(options));
    }

    private static CodeSource codeSource(SandboxEndpoint endpoint, Language language) {
        TextOptions texts = endpoint.getTexts();
        boolean command = endpoint.getCommand() != null || texts.has("command");
        boolean code = endpoint.getCode() != null || texts.has("code");
        if (command && language != Language.SHELL) {
            throw new SandboxRefusedException("command is an option of shell: use code for " + language.id());
        }
        if (command && code) {
            throw new SandboxRefusedException("code and command are the same option: give one");
        }
        if (!command && !code) {
            return new CodeSource.Body();
        }
        String name = command ? "command" : "code";
        if (texts.has(name)) {
            return CodeSource.literal(texts.text(name));
        }
        return CodeSource.of(endpoint.getCamelContext(), command ? endpoint.getCommand() : endpoint.getCode());
    }

    /** What happens when a stream passes its cap. */
    static OutputPolicy outputPolicy(SandboxConfiguration options) {
        String text = options.getOnOutputLimit();
        for (OutputPolicy policy : OutputPolicy.values()) {
            if (policy.name().equalsIgnoreCase(text)) {
                return policy;
            }
        }
        throw new SandboxRefusedException("onOutputLimit=" + text + " is unknown: use truncate or kill");
    }

    /** The most that is spooled of one stream; empty for no spooling. */
    static OptionalLong spoolBytes(SandboxConfiguration options) {
        return options.isSpoolOutput()
                ? OptionalLong.of(ByteSize.parse("maxSpool", options.getMaxSpool(), MOST_SPOOLED))
                : OptionalLong.empty();
    }

    /** A sandbox that is there has its mounts already: what the component has for others is not for it. */
    private static List<Mount> mounts(SandboxEndpoint endpoint) {
        if (endpoint.isInLiveSandbox()) {
            return List.of();
        }
        List<String> texts =
                endpoint.getTexts().list("mounts", endpoint.getConfiguration().getMounts());
        try {
            return texts.stream().map(Mount::parse).toList();
        } catch (IllegalArgumentException e) {
            throw new SandboxRefusedException(e.getMessage());
        }
    }
}
