package serve

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const (
	certificateLife = 365 * 24 * time.Hour
	certificateRest = 7 * 24 * time.Hour // if less is left, a new one is made
)

// certificate reads the certificate from c's files, or the self-made one in its folder, which is created if
// necessary. The fingerprint is that of a self-made one, to be compared with the one in the browser.
func (c *Config) certificate(host string) (cert tls.Certificate, fingerprint string, err error) {
	if (c.Cert == "") != (c.Key == "") {
		return cert, "", errors.New("view: a certificate needs its key: give the files of both, or of none")
	}
	if c.Cert != "" {
		if cert, err = tls.LoadX509KeyPair(c.Cert, c.Key); err != nil {
			return cert, "", fmt.Errorf("view: the certificate %s with key %s: %w: give PEM files that belong together", c.Cert, c.Key, err)
		}
		return cert, "", nil
	}
	dir := c.Dir
	if dir == "" {
		if dir, err = os.UserCacheDir(); err != nil {
			return cert, "", fmt.Errorf("view: no folder for a certificate: %w: give certificate and key", err)
		}
		dir = filepath.Join(dir, "sinew")
	}
	names := selfNames(host)
	certFile, keyFile := filepath.Join(dir, "page-cert.pem"), filepath.Join(dir, "page-key.pem")
	cert, err = tls.LoadX509KeyPair(certFile, keyFile)
	if err != nil || !goodFor(cert, names) {
		if err = makeCertificate(dir, certFile, keyFile, names); err != nil {
			return cert, "", fmt.Errorf("view: making a certificate: %w: give certificate and key, or a folder that can be written", err)
		}
		if cert, err = tls.LoadX509KeyPair(certFile, keyFile); err != nil {
			return cert, "", fmt.Errorf("view: %w", err)
		}
	}
	sum := sha256.Sum256(cert.Certificate[0])
	return cert, strings.ToUpper(strings.ReplaceAll(fmt.Sprintf("% x", sum[:]), " ", ":")), nil
}

// selfNames are the names by which this machine may be reached.
func selfNames(host string) []string {
	names := []string{"localhost"}
	if name, err := os.Hostname(); err == nil {
		names = append(names, name, name+".local")
	}
	if addrs, err := net.InterfaceAddrs(); err == nil {
		for _, a := range addrs {
			if n, ok := a.(*net.IPNet); ok {
				names = append(names, n.IP.String())
			}
		}
	}
	if ip := net.ParseIP(host); host != "" && (ip == nil || !ip.IsUnspecified()) {
		names = append(names, host)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// goodFor reports whether a self-made certificate is still usable.
func goodFor(cert tls.Certificate, names []string) bool {
	leaf := cert.Leaf
	if leaf == nil || time.Until(leaf.NotAfter) < certificateRest || time.Now().Before(leaf.NotBefore) {
		return false
	}
	for _, n := range names {
		if leaf.VerifyHostname(n) != nil {
			return false
		}
	}
	return true
}

func makeCertificate(dir, certFile, keyFile string, names []string) error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return err
	}
	now := time.Now()
	t := &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: "Sinew page on " + names[0]},
		NotBefore: now.Add(-time.Hour), NotAfter: now.Add(certificateLife),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}, BasicConstraintsValid: true,
	}
	for _, n := range names {
		if ip := net.ParseIP(n); ip != nil {
			t.IPAddresses = append(t.IPAddresses, ip)
		} else {
			t.DNSNames = append(t.DNSNames, n)
		}
	}
	der, err := x509.CreateCertificate(rand.Reader, t, t, &key.PublicKey, key)
	if err != nil {
		return err
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if err := replace(keyFile, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})); err != nil {
		return err
	}
	return replace(certFile, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))
}

// replace writes a file that only its owner may read, either completely or not at all.
func replace(file string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(file), ".new-*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}
