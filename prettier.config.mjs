/** Half-size defaults of the product: 100 columns, no semicolons, single quotes. */
export default { printWidth: 100, semi: false, singleQuote: true }
