/** The lines of text that an element of the page holds as gzip in base64. */
export async function unpackedLines(id: string): Promise<string[]> {
  const packed = atob(document.getElementById(id)?.textContent ?? '')
  const bytes = Uint8Array.from(packed, (char) => char.charCodeAt(0))
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return (await new Response(unpacked).text()).split('\n')
}
