package dev.weir.snapshot.s3;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Passes bytes on to a server, and cuts the connection in place of an answer as often as it is told to. */
final class AnswerCuttingProxy implements AutoCloseable {

    private final ServerSocket listening;
    private final int serverPort;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger answersToPass = new AtomicInteger();
    private final AtomicInteger answersToCut = new AtomicInteger();

    AnswerCuttingProxy(int serverPort) throws IOException {
        this.serverPort = serverPort;
        this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        threads.execute(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    /** The next answers don't arrive. */
    void cut(int answers) {
        answersToCut.set(answers);
    }

    /** The next answer after these doesn't arrive. */
    void cutAfter(int answers) {
        answersToPass.set(answers);
        answersToCut.set(1);
    }

    /** How many are still to be cut. */
    int left() {
        return answersToCut.get();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
                threads.execute(() -> pass(client, server, false));
                threads.execute(() -> pass(server, client, true));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void pass(Socket from, Socket to, boolean answers) {
        byte[] bytes = new byte[1 << 16];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                if (answers && takeOne(answersToPass) == 0 && takeOne(answersToCut) > 0) {
                    return;
                }
                to.getOutputStream().write(bytes, 0, count);
            }
        } catch (IOException closed) {
            return;
        }
    }

    /** How many there were. */
    private static int takeOne(AtomicInteger answers) {
        return answers.getAndUpdate(left -> Math.max(0, left - 1));
    }

    @Override
    public void close() throws IOException {
        listening.close();
        threads.shutdownNow();
    }
}
