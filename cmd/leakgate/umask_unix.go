//go:build unix

package main

import (
	"os"
	"syscall"
)

// umask can only be read by setting it; the command does so once, alone.
func umask() os.FileMode {
	mask := syscall.Umask(0o022)
	syscall.Umask(mask)
	return os.FileMode(mask)
}
