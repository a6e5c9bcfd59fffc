// What is known of this build and of nothing else: a target of its own, so that a commit builds one file anew.
#ifndef CBUILD_H
#define CBUILD_H

// The commit that was built, `-changed` after it where files differed from it; empty where it is not known.
const char *build_commit(void);

#endif
