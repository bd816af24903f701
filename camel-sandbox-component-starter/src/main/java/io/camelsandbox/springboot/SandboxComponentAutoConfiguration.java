package io.camelsandbox.springboot;

import io.camelsandbox.component.SandboxComponent;
import org.apache.camel.Component;
import org.apache.camel.spi.ComponentCustomizer;
import org.apache.camel.spring.boot.CamelAutoConfiguration;
import org.apache.camel.spring.boot.ComponentConfigurationProperties;
import org.apache.camel.spring.boot.util.CamelPropertiesHelper;
import org.apache.camel.spring.boot.util.ConditionalOnCamelContextAndAutoConfigurationBeans;
import org.apache.camel.spring.boot.util.ConditionalOnHierarchicalProperties;
import org.apache.camel.spring.boot.util.HierarchicalPropertiesEvaluator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Lazy;

/** Sets the component up from the application's properties. */
@AutoConfiguration(after = {CamelAutoConfiguration.class, SandboxComponentConverter.class})
@Conditional(ConditionalOnCamelContextAndAutoConfigurationBeans.class)
@EnableConfigurationProperties({ComponentConfigurationProperties.class, SandboxComponentConfiguration.class})
@ConditionalOnHierarchicalProperties({"camel.component", "camel.component.sandbox"})
public class SandboxComponentAutoConfiguration {

    /** Copies what the application set onto each sandbox component. */
    @Lazy
    @Bean
    public ComponentCustomizer configureSandboxComponent(
            ApplicationContext applicationContext, SandboxComponentConfiguration configuration) {
        return new ComponentCustomizer() {
            @Override
            public void configure(String name, Component target) {
                CamelPropertiesHelper.copyProperties(target.getCamelContext(), configuration, target);
            }

            @Override
            public boolean isEnabled(String name, Component target) {
                return target instanceof SandboxComponent
                        && HierarchicalPropertiesEvaluator.evaluate(
                                applicationContext, "camel.component.customizer", "camel.component.sandbox.customizer");
            }
        };
    }
}
