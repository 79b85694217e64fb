export default [(text: string): string => text.replaceAll('by-function-004', '<gone>')]
