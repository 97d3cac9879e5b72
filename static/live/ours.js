// Who has answered. Between a phone and the app may be a proxy with a page to sign in or an error page of its own, or the
// network of a hotel.

/** Return whether an answer is the app's; it is not if the browser has followed a redirect to something else. */
export function isOurs(answer) {
  return answer.headers.has("Scorekeeper-Version");
}

/** Return whether an answer that is not the app's may be a page to sign in at, or a redirect to one. */
export function mayBeToSignIn(answer) {
  return !isOurs(answer) && answer.status < 404;
}
