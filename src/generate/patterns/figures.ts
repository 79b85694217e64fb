/** A figure of a tool's output: where it is and how a prompt names it. */
export interface Figure {
  at: string
  name: string
}

export const WEATHER: readonly Figure[] = [
  { at: '/temperature_celsius', name: 'air temperature in celsius' },
  { at: '/feels_like_celsius', name: 'felt temperature in celsius' },
  { at: '/humidity_percent', name: 'relative humidity in percent' },
  { at: '/wind_speed_kmh', name: 'wind speed in km/h' },
]

/** Files that every world holds, with a figure to look up: where it is within the content. */
export const FILES: readonly { path: string; facts: readonly (Figure & { via: [string, number][] })[] }[] = [
  {
    path: '/data/employees.csv',
    facts: [
      {
        at: '/content',
        name: 'the salary of Grace',
        via: [
          ['Grace,', 1],
          [',', 1],
        ],
      },
      {
        at: '/content',
        name: 'the salary of Diana',
        via: [
          ['Diana,', 1],
          [',', 1],
        ],
      },
    ],
  },
  {
    path: '/data/products.json',
    facts: [
      {
        at: '/content',
        name: 'the price of the Enterprise Plan',
        via: [
          ['"Enterprise Plan", "price": ', 1],
          [',', 0],
        ],
      },
      {
        at: '/content',
        name: 'the price of Premium Support',
        via: [
          ['"Premium Support", "price": ', 1],
          [',', 0],
        ],
      },
    ],
  },
  {
    path: '/data/config.json',
    facts: [
      {
        at: '/content',
        name: 'the value of timeout_seconds',
        via: [
          ['"timeout_seconds": ', 1],
          [',', 0],
        ],
      },
    ],
  },
  {
    path: '/data/report.txt',
    facts: [
      {
        at: '/content',
        name: 'the number of orders that were shipped',
        via: [
          ['shipped ', 1],
          [' ', 0],
        ],
      },
    ],
  },
  {
    path: '/data/notes.txt',
    facts: [
      {
        at: '/content',
        name: 'the budget for the next year in EUR',
        via: [
          ['budget: ', 1],
          [' ', 0],
        ],
      },
    ],
  },
]
