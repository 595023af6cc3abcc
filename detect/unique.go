package detect

import "sync"

// keySet counts the different texts of a split: a set of 64-bit keys that many
// goroutines fill, 10 to 20 bytes a key.
type keySet struct {
	shards [64]struct {
		sync.Mutex
		keys map[uint64]struct{}
	}
}

// add says whether the key is new.
func (s *keySet) add(key uint64) bool {
	shard := &s.shards[key>>58]
	shard.Lock()
	defer shard.Unlock()
	if _, known := shard.keys[key]; known {
		return false
	}
	if shard.keys == nil {
		shard.keys = map[uint64]struct{}{}
	}
	shard.keys[key] = struct{}{}
	return true
}

// len is for when nobody adds any more.
func (s *keySet) len() int {
	n := 0
	for i := range s.shards {
		n += len(s.shards[i].keys)
	}
	return n
}
