package dev.paylater.launcher;

import dev.paylater.launcher.process.Service;
import java.util.Iterator;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a service's name as typed, and lists all names for the help and for whoever mistypes. */
final class ServiceName implements ITypeConverter<Service>, Iterable<String> {

    @Override
    public Service convert(String typed) {
        return Service.named(typed)
                .orElseThrow(
                        () ->
                                new TypeConversionException(
                                        "There is no service '%s'. There are: %s"
                                                .formatted(
                                                        typed,
                                                        String.join(", ", Service.labels()))));
    }

    @Override
    public Iterator<String> iterator() {
        return Service.labels().iterator();
    }
}
