import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import javax.net.ssl.TrustManagerFactory;
import org.apache.commons.net.ftp.FTP;
import org.apache.commons.net.ftp.FTPClient;
import org.apache.commons.net.ftp.FTPReply;
import org.apache.commons.net.ftp.FTPSClient;

/** CommonsNetJobs JOB HOST PORT USER PASSWORD PATH FILE [CA]: one job of a driver, with Apache Commons Net. */
class CommonsNetJobs {
    private static FTPClient client(String job, String[] arguments) throws Exception {
        if (!job.startsWith("tls") && !job.equals("implicit")) return new FTPClient();
        FTPSClient client = new FTPSClient(job.equals("implicit"));
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        try (InputStream pem = new FileInputStream(arguments[7])) {
            trusted.setCertificateEntry("ca", CertificateFactory.getInstance("X.509").generateCertificate(pem));
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(trusted);
        client.setTrustManager(factory.getTrustManagers()[0]);
        client.setEndpointCheckingEnabled(true);
        return client;
    }

    // Handling an incomplete file is up to this program, not to the library.
    private static boolean download(FTPClient client, String path, String file, byte[] begun) throws IOException {
        Path part = Path.of(file).resolveSibling("part");
        client.setRestartOffset(begun.length);
        try (OutputStream made = new FileOutputStream(part.toFile())) {
            made.write(begun);
            if (!client.retrieveFile(path, made)) return false;
        }
        Files.move(part, Path.of(file), StandardCopyOption.REPLACE_EXISTING);
        return true;
    }

    private static boolean work(FTPClient client, String job, String path, String file) throws IOException {
        switch (job) {
            case "get": case "active": case "tls": case "tls-active": case "implicit":
                return download(client, path, file, new byte[0]);
            case "resume": return download(client, path, file, Files.readAllBytes(Path.of(file)));
            case "put": case "tls-put":
                try (InputStream content = new FileInputStream(file)) { return client.storeFile(path, content); }
            case "list":
                String[] names = path.isEmpty() ? client.listNames() : client.listNames(path);
                for (String name : names == null ? new String[0] : names) System.out.println(name);
                return names != null;
            case "delete": return client.deleteFile(path);
            case "rename": return client.rename(path, file);
            default: return false;
        }
    }

    private static boolean run(String[] arguments) throws Exception {
        String job = arguments[0];
        FTPClient client = client(job, arguments);
        Duration limit = Duration.ofSeconds(5);
        client.setConnectTimeout(5000);
        client.setDefaultTimeout(5000);
        client.setDataTimeout(limit);
        client.setControlEncoding("UTF-8");
        try {
            client.connect(arguments[1], Integer.parseInt(arguments[2]));
            if (!FTPReply.isPositiveCompletion(client.getReplyCode())) return false;
            if (client instanceof FTPSClient) {
                ((FTPSClient) client).execPBSZ(0);
                ((FTPSClient) client).execPROT("P");
            }
            if (!client.login(arguments[3], arguments[4])) return false;
            if (job.endsWith("active")) client.enterLocalActiveMode(); else client.enterLocalPassiveMode();
            if (!client.setFileType(FTP.BINARY_FILE_TYPE)) return false;
            boolean isDone = work(client, job, arguments[5], arguments[6]);
            if (!isDone) System.err.println(client.getReplyString());
            client.logout();
            return isDone;
        } finally {
            if (client.isConnected()) client.disconnect();
        }
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("version")) {
            System.out.println("Apache Commons Net " + FTPClient.class.getPackage().getImplementationVersion());
            return;
        }
        System.exit(run(arguments) ? 0 : 1);
    }
}
