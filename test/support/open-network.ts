/** Settings of a run without the plugin, which guards the sockets: for `vi.mock(import('.../fixtures/settings.ts'), openNetwork)`. */
export async function openNetwork<T extends { runtimeSettings: () => object }>(
  original: () => Promise<T>,
): Promise<T> {
  const actual = await original()
  return { ...actual, runtimeSettings: () => ({ ...actual.runtimeSettings(), network: 'open' }) }
}
