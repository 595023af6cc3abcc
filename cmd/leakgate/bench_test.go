package main

import (
	"compress/gzip"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// newsgroups unpacks newsgroups20 of ../shared/data, the training side times
// times over.
func newsgroups(b *testing.B, times int) (train, val string, bytes int64) {
	dir := b.TempDir()
	unpack := func(name string, times int) string {
		out, err := os.Create(filepath.Join(dir, name+".jsonl"))
		require.NoError(b, err)
		defer out.Close()
		for range times {
			in, err := os.Open("../../../shared/data/newsgroups20/" + name + ".jsonl.gz")
			if err != nil {
				b.Skip("newsgroups20 is not there: ", err)
			}
			z, err := gzip.NewReader(in)
			require.NoError(b, err)
			n, err := io.Copy(out, z)
			require.NoError(b, err)
			bytes += n
			in.Close()
		}
		return out.Name()
	}
	return unpack("train", times), unpack("val", 1), bytes
}

// run is one finished process, as the operating system accounts for it.
type run struct {
	wall, cpu time.Duration
	peak      int64 // bytes
}

func runProcess(b *testing.B, name string, args ...string) run {
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
	cmd.Stdout = io.Discard
	begin := time.Now()
	err := cmd.Run()
	wall := time.Since(begin)
	if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() > 1 {
		b.Fatal(err)
	}
	usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	return run{wall, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), usage.Maxrss * 1024}
}

// BenchmarkWholeCommand runs the built command on newsgroups20 (16,006 training
// documents of 32 MB, 3,991 validation documents of 8 MB) and, in turn with it,
// `wc -w` on the same bytes in a UTF-8 locale. The second case is ten times the
// training side: the peak must not follow it.
func BenchmarkWholeCommand(b *testing.B) {
	command := filepath.Join(b.TempDir(), "leakgate")
	out, err := exec.Command("go", "build", "-o", command, ".").CombinedOutput()
	require.NoError(b, err, string(out))
	for _, c := range []struct {
		name  string
		times int
		args  []string
	}{
		{"text report", 1, nil},
		{"tsv", 1, []string{"--format", "tsv"}},
		{"training side ten times", 10, []string{"--format", "tsv"}},
	} {
		b.Run(c.name, func(b *testing.B) {
			train, val, bytes := newsgroups(b, c.times)
			b.SetBytes(bytes)
			var ours, words run
			b.ResetTimer()
			for b.Loop() {
				r := runProcess(b, command, append([]string{"check", train, val}, c.args...)...)
				b.StopTimer()
				w := runProcess(b, "wc", "-w", train, val)
				b.StartTimer()
				ours.cpu += r.cpu
				words.cpu += w.cpu
				ours.peak = max(ours.peak, r.peak)
			}
			b.ReportMetric(ours.cpu.Seconds()/float64(b.N), "cpu-s/op")
			b.ReportMetric(float64(bytes)*float64(b.N)/ours.cpu.Seconds()/1e6, "MB/s-core")
			b.ReportMetric(ours.cpu.Seconds()/words.cpu.Seconds(), "cpu/wc-w")
			b.ReportMetric(float64(ours.peak)/1e6, "peak-MB")
		})
	}
}
