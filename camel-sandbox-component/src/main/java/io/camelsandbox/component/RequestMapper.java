package io.camelsandbox.component;

import io.camelsandbox.CodeRequest;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.Spool;
import io.camelsandbox.Stdin;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.camel.Exchange;
import org.apache.camel.NoTypeConversionAvailableException;
import org.apache.camel.StreamCache;
import org.apache.camel.support.ExchangeHelper;

/** Turns a message into a request. Message data is data: nothing of it is evaluated or pasted into code. */
final class RequestMapper {

    private final RunSettings settings;
    private final Supplier<Path> spoolFolder;

    /** Maps messages of an endpoint with {@code settings}; {@code spoolFolder} is asked where output is spooled. */
    RequestMapper(RunSettings settings, Supplier<Path> spoolFolder) {
        this.settings = settings;
        this.spoolFolder = spoolFolder;
    }

    /**
     * The request of one exchange.
     *
     * @param headers what the message's control headers ask for, where they may ask
     * @throws SandboxRefusedException when the message cannot be a request
     */
    CodeRequest map(Exchange exchange, RequestFields headers) {
        boolean bodyIsCode = settings.code() instanceof CodeSource.Body && headers.code() == null;
        Object body = exchange.getMessage().getBody();
        if (bodyIsCode && body instanceof Map<?, ?> fields) {
            RequestFields request = RequestFields.ofBody(settings.language(), fields);
            return request(exchange, request.code(), Stdin.EMPTY, request, headers);
        }
        String code = headers.code() != null ? headers.code() : code(exchange, body);
        Stdin stdin = bodyIsCode ? Stdin.EMPTY : StdinReader.read(exchange, settings.stdin());
        return request(exchange, code, stdin, RequestFields.NONE, headers);
    }

    /** What can be checked of the endpoint before there is a message; its code stands for code that comes with one. */
    CodeRequest sample() {
        String code = settings.code() instanceof CodeSource.Text text ? text.code() : "0";
        Map<String, byte[]> inputFiles = new LinkedHashMap<>();
        settings.inputFiles().samples().forEach((name, content) -> inputFiles.put(name, new byte[0]));
        return CodeRequest.builder(settings.language(), code)
                .args(List.copyOf(settings.args().samples().values()))
                .env(settings.env().samples())
                .inputFiles(inputFiles)
                .inheritEnv(settings.inheritEnv())
                .outputFiles(settings.outputFiles())
                .allowedModules(settings.allowedModules())
                .workingDir(settings.workingDir())
                .mounts(settings.mounts())
                .interpreter(settings.interpreter())
                .limits(settings.limits())
                .outputPolicy(settings.outputPolicy())
                .build();
    }

    private CodeRequest request(
            Exchange exchange, String code, Stdin stdin, RequestFields body, RequestFields headers) {
        List<String> args =
                headers.args() != null ? headers.args() : settings.args().texts(exchange);
        Map<String, String> env = new LinkedHashMap<>(settings.env().textsByName(exchange));
        List<String> modules = settings.allowedModules();
        String workingDir = settings.workingDir();
        var limits = settings.limits();
        for (RequestFields fields : List.of(body, headers)) {
            if (fields.env() != null) {
                env.putAll(fields.env());
            }
            modules = narrow(modules, fields.allowedModules());
            workingDir = fields.workingDir() == null ? workingDir : fields.workingDir();
            limits = LimitOptions.lower(limits, fields);
        }
        var request = CodeRequest.builder(settings.language(), code)
                .args(args)
                .env(env)
                .inheritEnv(settings.inheritEnv())
                .stdin(stdin)
                .limits(limits)
                .outputPolicy(settings.outputPolicy())
                .inputFiles(settings.inputFiles().bytesByName(exchange))
                .outputFiles(settings.outputFiles())
                .allowedModules(modules)
                .workingDir(workingDir)
                .mounts(settings.mounts())
                .interpreter(settings.interpreter());
        settings.spoolBytes().ifPresent(most -> request.spool(new Spool(spoolFolder.get(), most)));
        return request.build();
    }

    private static List<String> narrow(List<String> allowed, List<String> asked) {
        if (asked == null || asked.isEmpty()) {
            return allowed;
        }
        if (!allowed.isEmpty() && !allowed.containsAll(asked)) {
            throw new SandboxRefusedException(
                    "allowed_modules of the request names a module that the endpoint does not allow");
        }
        return asked;
    }

    private String code(Exchange exchange, Object body) {
        if (settings.code() instanceof CodeSource.Text text) {
            return text.code();
        }
        if (settings.code() instanceof CodeSource.Variable variable) {
            Object value = ExchangeHelper.getVariable(exchange, variable.name());
            if (value == null) {
                throw new SandboxRefusedException("code=variable:" + variable.name() + ": the variable is not set");
            }
            return text(exchange, "the variable " + variable.name(), value);
        }
        if (body == null) {
            throw new SandboxRefusedException("there is no code: the body is empty and the option code is not set");
        }
        return text(exchange, "the body", body);
    }

    private static String text(Exchange exchange, String what, Object value) {
        // A result is what other code printed: to run that takes a conversion that the route says.
        if (!BodyKind.isTextual(value) || value instanceof SandboxResult) {
            throw new SandboxRefusedException(
                    what + " is a " + value.getClass().getName() + " and cannot be code: give text, bytes or a stream");
        }
        if (value instanceof StreamCache cache) {
            cache.reset();
        }
        try {
            return exchange.getContext().getTypeConverter().mandatoryConvertTo(String.class, exchange, value);
        } catch (NoTypeConversionAvailableException e) {
            throw new SandboxRefusedException(
                    what + " is a " + value.getClass().getName() + " and cannot be read as text");
        }
    }
}
