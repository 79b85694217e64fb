import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Patterns and expressions run in interpreters of our own","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0007-bounded-interpreters.md","filePath":"decisions/0007-bounded-interpreters.md"}');
const _sfc_main = { name: "decisions/0007-bounded-interpreters.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="patterns-and-expressions-run-in-interpreters-of-our-own" tabindex="-1">Patterns and expressions run in interpreters of our own <a class="header-anchor" href="#patterns-and-expressions-run-in-interpreters-of-our-own" aria-label="Permalink to &quot;Patterns and expressions run in interpreters of our own&quot;">​</a></h1><p><code>regex_match</code>, <code>calculator</code> and <code>execute_python</code> take a program from the agent. It is parsed and interpreted, never evaluated, and an agent&#39;s bad idea must not hang a test run.</p><ul><li><strong>Regular expressions</strong> are Python&#39;s. <code>RegExp</code> cannot be bounded, and a linear engine (RE2) has neither look-around nor back-references, which published calls use. <code>src/python/regex</code> compiles a pattern for a backtracking matcher that counts its steps, so a pattern made to backtrack is refused with 422 after the same number of steps on every machine.</li><li><strong>Expressions</strong> are Python&#39;s too. <code>@lezer/python</code> parses them; <code>src/python/expression</code> evaluates the tree with budgets for steps, for what is made, for the size of whole numbers and for depth. Names bound with <code>:=</code> live in the world and die with it, so the tools are reads all the same: no other tool sees them.</li></ul><p>Wall-clock limits were not an option: the same call must give the same answer on a slow machine.</p><p><code>compress_data</code> reports sizes of stock zlib. Node ships a fork with other sizes, so it uses <code>pako</code>, with the option <code>legacyHash</code>: its default differs as well.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0007-bounded-interpreters.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0007BoundedInterpreters = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0007BoundedInterpreters as default
};
