import markets from '../../tools/content/words/markets.json' with { type: 'json' }

/** A display name of the runtime's own data (CLDR); undefined for what is no code. */
function displayName(type: 'currency' | 'region' | 'language', code: string): string | undefined {
  try {
    const name = new Intl.DisplayNames('en', { type, fallback: 'none' }).of(code)
    return name === code ? undefined : name
  } catch {
    return undefined
  }
}

/** How people write an amount of a currency: `Euro`, `euros`, `US dollars`, `dollars`, `€`. */
function currencyNames(code: string): string[] {
  const name = displayName('currency', code)
  if (name === undefined) return []
  const written = (count: number, currencyDisplay: 'name' | 'narrowSymbol'): string =>
    new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay })
      .formatToParts(count)
      .filter(({ type }) => type === 'currency')
      .map(({ value }) => value)
      .join('')
  const names = [name, written(1, 'name'), written(2, 'name')]
  const heads = names.map((one) => one.split(' ').at(-1) ?? one)
  return [...names, ...heads, written(1, 'narrowSymbol')]
}

const COMPANIES = new Map(markets.companies.map(({ symbol, name }) => [symbol, name]))

/** What people call the thing that a code stands for, by the meaning of the code; none where the meaning has no codes. */
export function usualNames(value: string, semantic: string): string[] {
  switch (semantic) {
    case 'currency':
      return currencyNames(value.toUpperCase())
    case 'country':
      return [displayName('region', value.toUpperCase())].filter((name) => name !== undefined)
    case 'language':
      return [displayName('language', value)].filter((name) => name !== undefined)
    case 'stock-symbol':
      return [COMPANIES.get(value.toUpperCase())].filter((name) => name !== undefined)
    case 'timezone':
      return [value.split('/').at(-1)?.replaceAll('_', ' ')].filter((name) => name !== undefined)
    default:
      return []
  }
}
