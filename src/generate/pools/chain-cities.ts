export { WORLD_CITIES } from './places.ts'
