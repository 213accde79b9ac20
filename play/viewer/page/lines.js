/** Reads answers of several lines. Nothing here knows the page. */

/** Reads a stream of bytes to its end; calls `onLine` with each line as it arrives, and returns the last one. */
export async function lastLine(stream, onLine) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let last = '';
  let rest = '';
  const take = (line) => {
    last = line;
    onLine(line);
  };
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    const lines = (rest + value).split('\n');
    rest = lines.pop();
    lines.forEach(take);
  }
  if (rest !== '') take(rest);
  return last;
}
