package io.camelsandbox.springboot;

import io.camelsandbox.engine.SandboxEngine;
import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationPropertiesBinding;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.core.convert.converter.GenericConverter;
import org.springframework.stereotype.Component;

/** Lets {@code camel.component.sandbox.engine=#bean:name} name an engine of the application. */
@Configuration(proxyBeanMethods = false)
@ConfigurationPropertiesBinding
@Component
public class SandboxComponentConverter implements GenericConverter {

    private static final String BEAN = "#bean:";

    private final ApplicationContext applicationContext;

    /** Looks engines up in {@code applicationContext}. */
    public SandboxComponentConverter(ApplicationContext applicationContext) {
        this.applicationContext = applicationContext;
    }

    @Override
    public Set<ConvertiblePair> getConvertibleTypes() {
        return Set.of(new ConvertiblePair(String.class, SandboxEngine.class));
    }

    @Override
    public Object convert(Object source, TypeDescriptor sourceType, TypeDescriptor targetType) {
        if (source == null) {
            return null;
        }
        String reference = source.toString();
        if (!reference.startsWith("#")) {
            throw new IllegalArgumentException("camel.component.sandbox.engine names a bean: write #bean:name");
        }
        String name = reference.substring(reference.startsWith(BEAN) ? BEAN.length() : 1);
        return applicationContext.getBean(name, SandboxEngine.class);
    }
}
