//go:build !linux

package wakeup

import (
	"errors"
	"sync/atomic"
)

var errCores = errors.New("the soak keeps programs on processors of its choice, which needs Linux")

func (k *canary) sing(int, *atomic.Bool) error { return errCores }

func onCores([]int, func() error) error { return errCores }
