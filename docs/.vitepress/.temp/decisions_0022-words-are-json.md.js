import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Words are JSON, and templates have slots only","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0022-words-are-json.md","filePath":"decisions/0022-words-are-json.md"}');
const _sfc_main = { name: "decisions/0022-words-are-json.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="words-are-json-and-templates-have-slots-only" tabindex="-1">Words are JSON, and templates have slots only <a class="header-anchor" href="#words-are-json-and-templates-have-slots-only" aria-label="Permalink to &quot;Words are JSON, and templates have slots only&quot;">​</a></h1><p>The words of <code>generate</code> (lists, sentences, prompts) and most of its patterns are JSON files, in <code>src/content/words</code> and <code>src/generate/patterns/declared</code>. YAML reads a little better and can be commented, but it needs a parser in the package or a step before every test; JSON is imported as it is by the bundler, the compiler and both majors of Vitest. What a comment would say stands under <code>about</code> in a file of words and under <code>note</code> in a pattern.</p><ul><li>A pattern has no conditions and no arithmetic beyond <code>times</code>. One that throws a draw away, or computes something of what it drew, is TypeScript: 15 of 83 are. A template language that could do this too would be a second programming language.</li><li>The order of <code>draw</code> is the order in which the generator of random numbers is asked: moving an entry changes suites.</li><li>Patterns are checked by their schema when they are first asked for, not when the package is imported, since most imports draw nothing. Words are checked by a test.</li><li>A call is named by its tool, not by its number, so that a step can be put between two others without renumbering.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0022-words-are-json.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0022WordsAreJson = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0022WordsAreJson as default
};
