import { from, text } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { named, quote } from '../../phrases.ts'
import { drawEventType } from '../../pools/dag-event-types.ts'
import { TABLE_CITIES } from '../../pools/places.ts'

export const parallelComputeLog = definePattern({
  key: 'parallel_compute_log',
  name: 'parallel-compute-log',
  level: 'L3_dag',
  tools: ['database_query', 'get_weather', 'percentage_change', 'log_event'],
  draw(rng) {
    const city = rng.pick(TABLE_CITIES)
    const event_type = drawEventType(rng)
    const severity = rng.pick(['info', 'warning', 'error'])
    return {
      steps: [
        {
          tool: 'database_query',
          arguments: { table: 'cities', filter_field: 'name', filter_op: 'equals', filter_value: city },
        },
        { tool: 'get_weather', arguments: { city } },
        {
          tool: 'percentage_change',
          arguments: {
            old_value: from(1, '/results/0/avg_temp_c'),
            new_value: from(2, '/temperature_celsius'),
          },
        },
        {
          tool: 'log_event',
          arguments: {
            event_type,
            message: text(
              'Deviation ',
              from(3, '/change_percent'),
              ' percent at ',
              from(2, '/temperature_celsius'),
              ' degrees.',
            ),
            severity,
          },
        },
      ],
      prompts: [
        `How far is the air temperature in ${named(city)} from its usual value? Get the row of the table "cities" whose "name" equals ${quote(city)} for avg_temp_c, get the current weather, and compute the percentage change from the average to the current air temperature. Log it as type ${quote(event_type)}, severity ${severity}, with the signed change and the current temperature, both unrounded, in the message.`,
        `Filter the table "cities" for the row where "name" equals ${quote(city)} and note its avg_temp_c. Look up the air temperature that ${named(city)} has now. With the first as old value and the second as new value, compute the change in percent, and write a log entry of type ${quote(event_type)} and severity ${severity} whose message states the current temperature and the signed change without rounding.`,
        `I want an entry in the event log (type ${quote(event_type)}, severity ${severity}) on ${named(city)}. Its message gives the present air temperature there and how that differs in percent from the usual one, with the sign; neither figure is rounded. The usual one, which is the old value of the comparison, is avg_temp_c in the row of the table "cities" whose "name" equals ${quote(city)}.`,
      ],
    }
  },
})
