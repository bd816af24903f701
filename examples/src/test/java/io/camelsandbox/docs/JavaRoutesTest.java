package io.camelsandbox.docs;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The routes that the reference shows in Java. */
@Timeout(120)
class JavaRoutesTest {

    static final String SHOUT = """
            const text = require('fs').readFileSync(0, 'utf8');
            console.log(`${text.toUpperCase()}!`);
            """;

    @Test
    void codeIsInAFileInABeanOrInTheBody() throws Exception {
        try (var context = new DefaultCamelContext();
                ProducerTemplate template = context.createProducerTemplate()) {
            context.getRegistry().bind("shout", SHOUT);
            context.addRoutes(new Routes());
            context.start();

            assertThat(template.requestBody("direct:from-a-file", null, String.class))
                    .isEqualTo("hello\n");
            assertThat(template.requestBody("direct:from-a-bean", "loud", String.class))
                    .isEqualTo("LOUD!\n");
            assertThat(template.requestBody("direct:from-the-body", null, String.class))
                    .isEqualTo("one\ntwo\n");
        }
    }

    private static final class Routes extends RouteBuilder {

        @Override
        public void configure() {
            from("direct:from-a-file").to("sandbox:python?code=resource:classpath:greet.py&timeout=2");

            from("direct:from-a-bean").to("sandbox:js?code=#bean:shout");

            from("direct:from-the-body").setBody(constant("""
                            for word in one two; do
                                echo "$word"
                            done
                            """)).to("sandbox:shell");
        }
    }
}
