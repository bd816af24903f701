/** Spring Boot: every option of the component as {@code camel.component.sandbox.*}. */
package io.camelsandbox.springboot;
