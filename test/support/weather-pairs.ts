/**
 * A suite of one task for each city: its temperature and that of the next one, both converted. Two reads, and two
 * conversions of what they gave, so a right agent makes four calls in two turns.
 */
export const buildWeatherPairs = (cities: readonly string[]): string =>
  cities
    .map((city, i) => {
      const pair = [city, cities[(i + 1) % cities.length] as string]
      const reads = pair.map((name, at) => ({
        step_id: `step_${at + 1}`,
        tool_name: 'get_weather',
        arguments: { city: name },
        depends_on: [],
      }))
      const converts = pair.map((_, at) => ({
        step_id: `step_${at + 3}`,
        tool_name: 'unit_convert',
        arguments: {
          value: { $from: `step_${at + 1}`, at: '/temperature_celsius' },
          from_unit: 'celsius',
          to_unit: 'fahrenheit',
        },
        depends_on: [`step_${at + 1}`],
      }))
      return JSON.stringify({
        task_id: `convert_${city}`,
        level: 'L3_dag',
        prompt: `How warm is it in ${pair[0]} and in ${pair[1]}, in fahrenheit? Convert the two temperatures in celsius.`,
        available_tools: ['get_weather', 'unit_convert', 'send_email'],
        expected_trace: { steps: [...reads, ...converts] },
        world: { seed: 7 },
      })
    })
    .join('\n')
