/** Figures of the weather: where they are in the output and how a prompt names them. */
export const WEATHER_READINGS = [
  { at: '/temperature_celsius', name: 'air temperature in celsius' },
  { at: '/feels_like_celsius', name: 'felt temperature in celsius' },
  { at: '/humidity_percent', name: 'relative humidity in percent' },
  { at: '/wind_speed_kmh', name: 'wind speed in km/h' },
]

/** Files that every world holds. */
export const WORLD_FILES = [
  '/data/employees.csv',
  '/data/products.json',
  '/data/config.json',
  '/data/report.txt',
  '/data/notes.txt',
]
