package io.camelsandbox.component;

import io.camelsandbox.Language;
import io.camelsandbox.SandboxRefusedException;
import org.apache.camel.Expression;
import org.apache.camel.Predicate;
import org.apache.camel.support.LanguageSupport;

/** A language of expressions that are code, run with the options of the component. */
public abstract class SandboxLanguage extends LanguageSupport {

    private final Language language;

    SandboxLanguage(Language language) {
        this.language = language;
    }

    @Override
    public Expression createExpression(String expression) {
        return create(expression);
    }

    @Override
    public Predicate createPredicate(String expression) {
        return create(expression);
    }

    private SandboxExpression create(String code) {
        if (code == null || code.isBlank()) {
            throw new SandboxRefusedException("an expression in sandbox-" + language.id() + " needs code");
        }
        SandboxExpression expression = new SandboxExpression(language, code);
        if (getCamelContext() != null) {
            expression.init(getCamelContext());
        }
        return expression;
    }
}
