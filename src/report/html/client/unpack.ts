/** The lines of text that an element of the page holds as gzip in base64. */
export async function unpackedLines(id: string): Promise<string[]> {
  const packed = atob(document.getElementById(id)?.textContent ?? '')
  const bytes = new Uint8Array(packed.length)
  for (let i = 0; i < bytes.length; i++) bytes[i] = packed.charCodeAt(i)
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return (await new Response(unpacked).text()).split('\n')
}
