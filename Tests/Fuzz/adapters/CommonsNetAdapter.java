import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.SequenceInputStream;
import java.net.Socket;
import org.apache.commons.net.MalformedServerReplyException;
import org.apache.commons.net.ftp.FTP;
import org.apache.commons.net.ftp.FTPConnectionClosedException;

/**
 * The parser of replies of Apache Commons Net, with the protocol of `ftpraw fuzz replies --parser`.
 *
 * Input: the length of a stream in digits, LF, and the stream: all that a server says before it closes. Output: a line with
 * CODE/LINES for each reply, then `end`, or `open` if something is left that is not a reply, or `error` if it gives up.
 */
class CommonsNetAdapter {
    /** A connection from which all bytes have been received. */
    static class Bytes extends Socket {
        private final InputStream input;

        Bytes(byte[] stream) {
            // Connecting reads a greeting.
            input = new SequenceInputStream(
                new ByteArrayInputStream("220 ready\r\n".getBytes()), new ByteArrayInputStream(stream));
        }

        @Override public InputStream getInputStream() { return input; }
        @Override public OutputStream getOutputStream() { return new ByteArrayOutputStream(); }
        @Override public boolean isConnected() { return true; }
        @Override public void setSoTimeout(int timeout) {}
        @Override public int getSoTimeout() { return 0; }
    }

    /** A client whose control connection delivers these bytes. */
    static class Client extends FTP {
        Client(byte[] stream) throws IOException {
            _socket_ = new Bytes(stream);
            _connectAction_();
        }

        int lines() { return _replyLines.size(); }
    }

    static String read(byte[] stream) throws IOException {
        StringBuilder words = new StringBuilder();
        Client client = new Client(stream);
        while (true) {
            try {
                client.getReply();
            } catch (FTPConnectionClosedException closed) {
                // 421 is reported as the end of the connection, but the bytes after it are still read.
                if (!closed.getMessage().contains("421")) return words + (client.lines() > 0 ? "open" : "end");
            } catch (MalformedServerReplyException refused) {
                return words + "error";
            }
            words.append(String.format("%03d/%d ", client.getReplyCode(), client.lines()));
        }
    }

    public static void main(String[] arguments) throws IOException {
        DataInputStream input = new DataInputStream(new java.io.BufferedInputStream(System.in));
        PrintStream output = new PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out), false);
        while (true) {
            int length = 0;
            for (int digit = input.read(); digit != '\n'; digit = input.read()) {
                if (digit < 0) return;
                length = length * 10 + digit - '0';
            }
            byte[] stream = new byte[length];
            input.readFully(stream);
            output.print(read(stream) + "\n");
            output.flush();
        }
    }
}
