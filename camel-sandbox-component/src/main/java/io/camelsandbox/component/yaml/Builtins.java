package io.camelsandbox.component.yaml;

import java.util.List;
import org.apache.camel.dsl.yaml.common.YamlDeserializerResolver;
import org.apache.camel.dsl.yaml.deserializers.BeansDeserializer;
import org.apache.camel.dsl.yaml.deserializers.CustomResolver;
import org.apache.camel.dsl.yaml.deserializers.ModelDeserializersResolver;
import org.snakeyaml.engine.v2.api.ConstructNode;

/** Camel's own YAML steps, in the order in which Camel asks for them. */
final class Builtins {

    private final List<YamlDeserializerResolver> resolvers =
            List.of(new CustomResolver(new BeansDeserializer()), new ModelDeserializersResolver());

    ConstructNode step(String id) {
        for (YamlDeserializerResolver resolver : resolvers) {
            ConstructNode step = resolver.resolve(id);
            if (step != null) {
                return step;
            }
        }
        throw new IllegalStateException("this version of Camel has no YAML step " + id);
    }
}
