import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Simulators accept what published tasks need","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0004-published-leniency.md","filePath":"decisions/0004-published-leniency.md"}');
const _sfc_main = { name: "decisions/0004-published-leniency.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="simulators-accept-what-published-tasks-need" tabindex="-1">Simulators accept what published tasks need <a class="header-anchor" href="#simulators-accept-what-published-tasks-need" aria-label="Permalink to &quot;Simulators accept what published tasks need&quot;">​</a></h1><p>Arguments that do not fit a tool&#39;s schema are refused with 400, although the reference lets most of them through: a wrong enum value or an undeclared argument is a mistake that a test should show. Two exceptions keep published tasks runnable as they are. <code>create_notification</code> takes the priority <code>medium</code>, and the rows of <code>create_spreadsheet</code> may be plain strings; five and two of the 200 published tasks use these.</p><p>Where published ids are digests of Python&#39;s JSON text, <code>150.0</code> and <code>150</code> give different ids. JavaScript keeps no difference between the two, so the wire and the command line pass on which numbers were written as floats, and the one simulator that hashes them asks for it.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0004-published-leniency.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0004PublishedLeniency = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0004PublishedLeniency as default
};
