let isCommand = false

/** Has {@link adviseOnTool} speak to who calls a command: it runs no tools of an agent. */
export const noteCommand = (): void => {
  isCommand = true
}

/** How a tool that nothing answers for gets its answers. */
export const adviseOnTool = (): string =>
  `${
    isCommand
      ? 'Commands do not run your tools. Add --simulators FILE with its simulator or recording'
      : 'Name its simulator or recording in the option `simulators`, or let the tool itself run by the option `live`'
  }: node_modules/tracewright/docs/guides/troubleshooting.md#a-tool-has-no-simulator`
