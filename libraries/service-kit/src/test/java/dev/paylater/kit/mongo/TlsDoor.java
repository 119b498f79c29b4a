package dev.paylater.kit.mongo;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;

/** Stands before a server that knows no TLS, and wants a certificate of whoever comes. */
final class TlsDoor implements AutoCloseable {

    private final SSLServerSocket door;
    private final int behind;

    TlsDoor(SSLContext context, int behind) throws IOException {
        this.behind = behind;
        door =
                (SSLServerSocket)
                        context.getServerSocketFactory()
                                .createServerSocket(0, 10, InetAddress.getLoopbackAddress());
        door.setNeedClientAuth(true);
        Thread.ofVirtual().start(this::open);
    }

    int port() {
        return door.getLocalPort();
    }

    private void open() {
        try {
            while (true) {
                var guest = door.accept();
                var server = new Socket(InetAddress.getLoopbackAddress(), behind);
                Thread.ofVirtual()
                        .start(() -> pass(guest, guest::getInputStream, server::getOutputStream));
                Thread.ofVirtual()
                        .start(() -> pass(guest, server::getInputStream, guest::getOutputStream));
            }
        } catch (IOException e) {
            // The test is over.
        }
    }

    private interface Opening<T> {
        T open() throws IOException;
    }

    private static void pass(Socket guest, Opening<InputStream> from, Opening<OutputStream> to) {
        try (guest;
                var in = from.open();
                var out = to.open()) {
            in.transferTo(out);
        } catch (IOException e) {
            // One of them has gone, or was not let in.
        }
    }

    @Override
    public void close() throws IOException {
        door.close();
    }
}
