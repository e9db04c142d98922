// Package access says who may read and change files, as far as owners, modes and access control
// lists tell. Whoever judges others' programs and answers asks before the judge, who may read more
// than they, reads a file in their name.
package access
