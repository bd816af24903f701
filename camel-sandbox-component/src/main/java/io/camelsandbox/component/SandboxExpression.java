package io.camelsandbox.component;

import io.camelsandbox.CodeRequest;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Language;
import io.camelsandbox.Reason;
import io.camelsandbox.SandboxExecutionException;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.support.ExpressionAdapter;
import org.apache.camel.support.service.ServiceHelper;

/**
 * Code as an expression: its value is standard output without the final newline. The message is not changed; its body
 * is standard input. A run that fails or reaches its time limit is an error.
 */
final class SandboxExpression extends ExpressionAdapter {

    private final Language language;
    private final String code;
    private SandboxComponent component;
    private RequestMapper requests;

    SandboxExpression(Language language, String code) {
        this.language = language;
        this.code = code;
    }

    @Override
    public void init(CamelContext context) {
        super.init(context);
        if (requests != null) {
            return;
        }
        component = context.getComponent("sandbox", SandboxComponent.class);
        ServiceHelper.startService(component);
        SandboxConfiguration options = component.getConfiguration().copy();
        options.setSpoolOutput(false);
        options.setAllowControlHeaders(false);
        var endpoint = new SandboxEndpoint("sandbox:" + language.id(), component, language.id(), options);
        endpoint.setCamelContext(context);
        endpoint.setStdin("json");
        endpoint.setCode(code);
        requests = new RequestMapper(endpoint.settings(), component.spoolFolder()::get);
        component.checkRunnable(requests.sample());
    }

    @Override
    public Object evaluate(Exchange exchange) {
        CodeRequest request = requests.map(exchange, RequestFields.NONE);
        ExecutionResult result = component.runs().runAndWait(() -> component.runCode(request));
        if (!result.succeeded()) {
            throw new SandboxExecutionException(
                    Reason.EXECUTION_FAILED,
                    "the expression in sandbox-" + language.id() + " failed: "
                            + result.termination().id() + ", exit code " + result.exitCode(),
                    result);
        }
        String text = result.stdout().text();
        return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    }

    @Override
    public boolean matches(Exchange exchange) {
        String answer = evaluate(exchange).toString().trim();
        return !answer.isEmpty() && !answer.equals("false");
    }

    /** Names no code. */
    @Override
    public String toString() {
        return "sandbox-" + language.id();
    }
}
