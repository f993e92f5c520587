from ex import *
t=time.time()
def cov_eval(pl,sv,infl=(1.0,),names=OPEN,tag='',P=P0):
    out={}
    for name,i,w,m,D in cached(sv,P,names,tag):
        if not D: continue
        fx,sm,FS=filt(m,np.stack([pl(D)])); F,S=FS; X=m.X
        for lab,pr in (('f',F[:,0].sum(1)),('s',S[:,0])):
            mu=pr@X; XX=pr@np.stack([X[:,0]**2,X[:,0]*X[:,1],X[:,1]**2],1); C=np.stack([np.stack([XX[:,0]-mu[:,0]**2,XX[:,1]-mu[:,0]*mu[:,1]],1),np.stack([XX[:,1]-mu[:,0]*mu[:,1],XX[:,2]-mu[:,1]**2],1)],1)
            k=w['ki']; e=w['tr']-mu[k]; c=m.g['c']
            out.setdefault((name,lab),[]).append((e,C[k],c))
    for lab in 'fs':
        for (a,b) in infl:
            s=[]
            for name in names:
                if (name,lab) not in out: continue
                q=[];ns=[]
                for e,C,c in out[name,lab]:
                    C2=a*C+b**2*np.eye(2)[None]; nees=np.einsum('ni,nij,nj->n',e,np.linalg.inv(C2),e); q.append((nees<5.99).mean()); ns.append(nees.mean()/2)
                s.append(f'{name} {np.mean(q):.2f} ({np.mean(ns):.2f})')
            print(lab,a,b,' '.join(s),flush=True)
site={'order':.75,'pl2.5':.5,'pl3.0':.5}
surv={'gp0':.33,'gpT':.33,'gpN':.33,'kde':.5,'order':.5,'pl2.5':.15,'pl3.0':.15}
if __name__=='__main__':
    print('site'); cov_eval(pool(site),False,infl=((1,0),(1,.5),(1.5,.5),(2,.3),(2.,.7)))
    print('survey'); cov_eval(pool(surv),True,infl=((1,0),(1,.5),(1.5,.5),(2,.3),(2.,.7)))
    W={'base':surv,
    'no gpT':{'gp0':.5,'gpN':.5,'kde':.5,'order':.5,'pl2.5':.15,'pl3.0':.15},
    'no gpN':{'gp0':.5,'gpT':.5,'kde':.5,'order':.5,'pl2.5':.15,'pl3.0':.15},
    'gp0 only':{'gp0':1,'kde':.5,'order':.5,'pl2.5':.15,'pl3.0':.15},
    'gp0,kde1':{'gp0':.7,'kde':1,'order':.5,'pl2.5':.15,'pl3.0':.15},
    'no kde':{'gp0':.33,'gpT':.33,'gpN':.33,'order':.5,'pl2.5':.15,'pl3.0':.15},
    'order .75':{'gp0':.33,'gpT':.33,'gpN':.33,'kde':.5,'order':.75,'pl2.5':.15,'pl3.0':.15},
    'no order':{'gp0':.33,'gpT':.33,'gpN':.33,'kde':.5,'pl2.5':.15,'pl3.0':.15},
    'no pl':{'gp0':.33,'gpT':.33,'gpN':.33,'kde':.5,'order':.5},
    'pl .3':{'gp0':.33,'gpT':.33,'gpN':.33,'kde':.5,'order':.5,'pl2.5':.3,'pl3.0':.3},
    'cent .2':{'gp0':.33,'gpT':.33,'gpN':.33,'kde':.5,'order':.5,'pl2.5':.15,'pl3.0':.15,'cent':.2},
    'x1.5':{k:1.5*v for k,v in surv.items()},
    'x.7':{k:.7*v for k,v in surv.items()}}
    r,rs=evaluate([pool(w) for w in W.values()],True,names=OPEN)
    for k,a,b in zip(W,r,rs): show(k,a,b)
    print(time.time()-t)
