/** Settings of a run without the plugin, which guards the sockets: for `vi.mock(import('.../fixtures/settings.ts'), openNetwork)`. */
export async function openNetwork<T extends { readRuntimeSettings: () => object }>(
  original: () => Promise<T>,
): Promise<T> {
  const actual = await original()
  return { ...actual, readRuntimeSettings: () => ({ ...actual.readRuntimeSettings(), network: 'open' }) }
}
