// Package spelling measures how near a word that is no name comes to the names there are, so that an error can say which
// one was meant.
package spelling

// Distance counts the letters to insert, delete or replace to get from a to b: for suggesting the name that was meant.
func Distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		left := row[0]
		row[0] = i + 1
		for j := range len(b) {
			d := left
			if a[i] != b[j] {
				d++
			}
			left = row[j+1]
			row[j+1] = min(d, row[j]+1, left+1)
		}
	}
	return row[len(b)]
}
