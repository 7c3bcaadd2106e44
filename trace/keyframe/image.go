package keyframe

// Image is the memory reachable from a Keeper's roots at one time. It does not change.
type Image struct {
	held  []held
	bytes int
}

// held is a block with its contents in an image.
type held struct {
	b *block
	c *copyOf
}

// Sizes of an image's parts, for Bytes.
const heldSize, copySize = 16, 48

// Take copies everything that has changed since the keeper's last Take or Restore, and shares the rest.
func (k *Keeper) Take() *Image {
	k.epoch++
	im := &Image{held: make([]held, 0, k.live+k.live/16)}
	k.stack = append(k.stack[:0], k.roots...)
	for n := len(k.stack); n > 0; n = len(k.stack) {
		b := k.stack[n-1]
		k.stack = k.stack[:n-1]
		if b.epoch == k.epoch {
			continue
		}
		b.epoch = k.epoch
		if b.last == nil || !b.same(b.last) {
			c, size := k.take(b)
			b.last = c
			im.bytes += size + copySize + 8*len(c.next)
		}
		if b.plan.how != parts {
			im.held = append(im.held, held{b, b.last})
		}
		k.stack = append(k.stack, b.last.next...)
	}
	im.bytes += heldSize * cap(im.held)
	k.live = len(im.held)
	if len(k.blocks) > 2*k.live+1024 {
		k.sweep()
	}
	return im
}

// sweep forgets the blocks that the program has dropped.
func (k *Keeper) sweep() {
	for at, b := range k.blocks {
		if b.epoch != k.epoch {
			delete(k.blocks, at)
		}
	}
}

// Restore copies everything in im back to its place. Savers come last.
func (k *Keeper) Restore(im *Image) {
	for _, x := range im.held {
		if x.b.plan.how == saved {
			continue
		}
		if !x.b.same(x.c) {
			x.b.put(x.c)
		}
		x.b.last = x.c
	}
	for _, x := range im.held {
		if x.b.plan.how == saved {
			x.b.put(x.c)
		}
	}
}

// Bytes estimates the memory that the image itself occupies, without memory that it shares with the previous image
// or that Savers hold.
func (im *Image) Bytes() int { return im.bytes }
